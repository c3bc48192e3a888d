#pragma once

#include <pybind11/numpy.h>

#include <span>
#include <vector>

#include "methods/base/types.h"

// NumPy arrays. All are read-only: they show what the toolkit has found, and writing to them would
// change nothing.

namespace touchstone::python {

namespace py = pybind11;

/// The extents of an array, or its strides [bytes].
using Shape = std::vector<py::ssize_t>;

/// Returns the array made read-only.
template <typename Array>
Array frozen(Array array) {
    py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return array;
}

/// Returns an array of numbers in the memory of `owner`, which it keeps alive.
template <typename Number>
py::array_t<Number> view(const Number* first, Shape shape, Shape strides, py::handle owner) {
    return frozen(py::array_t<Number>(std::move(shape), std::move(strides), first, owner));
}

/// Returns the rows of a vector of Vec3, Triangle or Tet as such an array, (n, 3) or (n, 4).
template <typename Number, typename Row>
py::array_t<Number> view_rows(const std::vector<Row>& rows, py::handle owner) {
    static_assert(sizeof(Row) % sizeof(Number) == 0);
    constexpr py::ssize_t kColumns = sizeof(Row) / sizeof(Number);
    const Number* const first = rows.empty() ? nullptr : rows.front().data();
    return view(first, {std::ssize(rows), kColumns}, {sizeof(Row), sizeof(Number)}, owner);
}

/// Returns a copy of the numbers with memory of its own.
inline py::array_t<double> make_array(std::span<const double> numbers) {
    return frozen(py::array_t<double>(std::ssize(numbers), numbers.data()));
}

/// Returns a copy of the rows, (n, 3).
template <typename Row>
py::array_t<double> copy_rows(const std::vector<Row>& rows) {
    py::array_t<double> array(Shape{std::ssize(rows), 3});
    auto entries = array.mutable_unchecked<2>();
    for (int i = 0; i < std::ssize(rows); ++i) {
        for (int k = 0; k < 3; ++k) {
            entries(i, k) = rows[i][k];
        }
    }
    return frozen(std::move(array));
}

/// Returns a copy of the coordinates, (3,).
inline py::array_t<double> make_array(const Vec3& vector) {
    return make_array(std::span(vector.data(), 3));
}

/// Returns a copy of the entries, (3, 3).
inline py::array_t<double> make_array(const Mat3& matrix) {
    py::array_t<double> array(Shape{3, 3});
    auto entries = array.mutable_unchecked<2>();
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            entries(row, column) = matrix(row, column);
        }
    }
    return frozen(std::move(array));
}

/// Returns a rotation as w, x, y, z.
inline py::array_t<double> make_array(const Quat& rotation) {
    const double parts[]{rotation.w(), rotation.x(), rotation.y(), rotation.z()};
    return make_array(parts);
}

/// Returns the poses as homogeneous matrices, (n, 4, 4): world = matrix @ (x, y, z, 1).
inline py::array_t<double> make_array(std::span<const Pose> poses) {
    py::array_t<double> array(Shape{std::ssize(poses), 4, 4});
    auto entries = array.mutable_unchecked<3>();
    for (int i = 0; i < std::ssize(poses); ++i) {
        Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
        matrix.topLeftCorner<3, 3>() = poses[i].rotation.toRotationMatrix();
        matrix.topRightCorner<3, 1>() = poses[i].translation;
        for (int row = 0; row < 4; ++row) {
            for (int column = 0; column < 4; ++column) {
                entries(i, row, column) = matrix(row, column);
            }
        }
    }
    return frozen(std::move(array));
}

/// Returns the pose as a homogeneous matrix, (4, 4).
inline py::array_t<double> make_array(const Pose& pose) {
    return frozen(py::array_t<double>(make_array(std::span(&pose, 1)).reshape({4, 4})));
}

}  // namespace touchstone::python
