#pragma once

#include <iosfwd>
#include <optional>
#include <vector>

namespace touchstone::viewer {

/// What the drawing thread itself works for its frames: panels, pointer, what follows from
/// commands, and what is handed to OpenGL; not what OpenGL makes of it, which on a software
/// renderer is most of the frame. In processor time, so that what else the machine does is not in
/// it.
class FrameTimes {
 public:
    void start();
    void stop();  ///< of what `start` began; adds a frame

    /// "own work of 300 frames: 0.41 ms in the middle, 0.9 ms at most". Nothing without frames.
    void print(std::ostream& out) const;

 private:
    std::optional<double> started_;
    std::vector<double> frames_;  ///< [s]
};

}  // namespace touchstone::viewer
