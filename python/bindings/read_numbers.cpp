#include "python/bindings/read_numbers.h"

#include <pybind11/numpy.h>

#include <cmath>
#include <vector>

#include "methods/base/error.h"

namespace touchstone::python {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

Numbers read_numbers(const py::object& object, std::vector<py::ssize_t> shape,
                     const std::string& what) {
    const Numbers numbers = Numbers::ensure(object);
    if (!numbers) {
        PyErr_Clear();
    }
    bool is_right = numbers && numbers.ndim() == std::ssize(shape);
    for (std::size_t i = 0; is_right && i < shape.size(); ++i) {
        is_right = numbers.shape(static_cast<py::ssize_t>(i)) == shape[i];
    }
    for (py::ssize_t i = 0; is_right && i < numbers.size(); ++i) {
        is_right = std::isfinite(numbers.data()[i]);
    }
    if (!is_right) {
        throw UsageError(what);
    }
    return numbers;
}

}  // namespace

Vec3 read_vector(const py::object& object, const std::string& name) {
    return Vec3(read_numbers(object, {3}, name + " must be three finite numbers").data());
}

Pose read_pose(const py::object& object, const std::string& name) {
    if (object.is_none()) {
        return {};
    }
    const std::string expected =
        name + " must be a pose, (4, 4): a rotation, a position, and 0, 0, 0, 1 in the last row";
    const Numbers numbers = read_numbers(object, {4, 4}, expected);
    Eigen::Matrix4d matrix;
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            matrix(row, column) = numbers.at(row, column);
        }
    }
    constexpr double kRotation = 1e-6;
    const Mat3 rotation = matrix.topLeftCorner<3, 3>();
    const bool is_rotation =
        (rotation * rotation.transpose() - Mat3::Identity()).cwiseAbs().maxCoeff() < kRotation &&
        rotation.determinant() > 0.0;
    if (!is_rotation || matrix.row(3) != Eigen::RowVector4d(0.0, 0.0, 0.0, 1.0)) {
        throw UsageError(expected);
    }
    return {Quat(rotation).normalized(), matrix.topRightCorner<3, 1>()};
}

}  // namespace touchstone::python
