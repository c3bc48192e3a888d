#pragma once

#include <Eigen/Core>

namespace touchstone {

/// Columns in the order of arrival, as an orthonormal basis Q and a triangle R: M = Q R. Built by
/// Gram–Schmidt, each column twice.
class OrthogonalColumns {
 public:
    explicit OrthogonalColumns(int rows) : rows_(rows) {}

    /// Adds a column; returns false when it depends on the others, that is when no more than the
    /// share `independent` of its length is orthogonal to them.
    bool append(const Eigen::Ref<const Eigen::VectorXd>& column, double independent);

    /// Drops all columns but the first `count`.
    void keep_first(int count) { count_ = count; }

    /// Returns the number of columns.
    int count() const { return count_; }

    /// Returns x with the least ‖M x − r‖.
    Eigen::VectorXd least_squares(const Eigen::Ref<const Eigen::VectorXd>& right) const;

    /// Returns the shortest y with Mᵀ y = t.
    Eigen::VectorXd shortest(const Eigen::Ref<const Eigen::VectorXd>& target) const;

 private:
    int rows_;
    int count_ = 0;
    Eigen::MatrixXd basis_;     ///< Q in its first columns
    Eigen::MatrixXd triangle_;  ///< R in its upper left corner
};

}  // namespace touchstone
