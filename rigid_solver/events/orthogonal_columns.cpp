#include "rigid_solver/events/orthogonal_columns.h"

#include <algorithm>

namespace touchstone {

bool OrthogonalColumns::append(const Eigen::Ref<const Eigen::VectorXd>& column,
                               double independent) {
    if (count_ >= rows_) {
        return false;
    }
    if (count_ == basis_.cols()) {
        const int room = std::max(8, 2 * count_);
        basis_.conservativeResize(rows_, room);
        triangle_.conservativeResize(room, room);
    }
    Eigen::VectorXd rest = column;
    for (int i = 0; i < count_; ++i) {
        triangle_(i, count_) = 0.0;
    }
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < count_; ++i) {
            const double share = basis_.col(i).dot(rest);
            rest -= share * basis_.col(i);
            triangle_(i, count_) += share;
        }
    }
    const double length = rest.norm();
    if (!(length > independent * column.norm())) {
        return false;
    }
    basis_.col(count_) = rest / length;
    triangle_(count_, count_) = length;
    ++count_;
    return true;
}

Eigen::VectorXd OrthogonalColumns::least_squares(
    const Eigen::Ref<const Eigen::VectorXd>& right) const {
    Eigen::VectorXd values(count_);
    Eigen::VectorXd rest = right;
    for (int i = 0; i < count_; ++i) {
        values[i] = basis_.col(i).dot(rest);
        rest -= values[i] * basis_.col(i);
    }
    for (int i = count_ - 1; i >= 0; --i) {
        for (int j = i + 1; j < count_; ++j) {
            values[i] -= triangle_(i, j) * values[j];
        }
        values[i] /= triangle_(i, i);
    }
    return values;
}

Eigen::VectorXd OrthogonalColumns::shortest(const Eigen::Ref<const Eigen::VectorXd>& target) const {
    Eigen::VectorXd result = Eigen::VectorXd::Zero(rows_);
    Eigen::VectorXd shares(count_);
    for (int i = 0; i < count_; ++i) {
        double share = target[i];
        for (int j = 0; j < i; ++j) {
            share -= triangle_(j, i) * shares[j];
        }
        shares[i] = share / triangle_(i, i);
        result += shares[i] * basis_.col(i);
    }
    return result;
}

}  // namespace touchstone
