#pragma once

#include <iosfwd>
#include <optional>
#include <vector>

namespace touchstone::viewer {

/// The work of the drawing thread for its frames: panels, pointer, the consequences of commands,
/// and transfers to OpenGL; not the work of OpenGL itself, which on a software renderer is most of
/// the frame. In processor time, so that other load on the machine is not included.
class FrameTimes {
 public:
    /// Begins to measure the work of a frame.
    void start();
    /// Ends what `start` began, and adds a frame.
    void stop();

    /// Prints "own work of 300 frames: 0.41 ms in the middle, 0.9 ms at most"; nothing without
    /// frames.
    void print(std::ostream& out) const;

 private:
    std::optional<double> started_;
    std::vector<double> frames_;  ///< [s]
};

}  // namespace touchstone::viewer
