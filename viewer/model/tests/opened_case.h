#pragma once

#include <string>

#include "viewer/state/application.h"

namespace touchstone::testing {

/// An application that shows the case, as the window does after loading it.
struct OpenedCase {
    viewer::Application application;

    OpenedCase(const std::string& name, const std::string& generator);
    const viewer::Moment& moment() const { return *application.moment(); }
    const viewer::SceneView& view() const { return application.sides[0].view; }
    void run(const std::string& line);  ///< runs a command and updates the application
};

}  // namespace touchstone::testing
