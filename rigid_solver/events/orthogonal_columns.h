#pragma once

#include <Eigen/Core>

namespace touchstone {

/// Columns in the order in which they came, as an orthonormal basis Q and triangle R: M = Q R.
/// Gram–Schmidt, each column twice.
class OrthogonalColumns {
 public:
    explicit OrthogonalColumns(int rows) : rows_(rows) {}

    /// Adds a column, or returns false when it depends on the others: when no more than this share
    /// of its length is across them.
    bool append(const Eigen::Ref<const Eigen::VectorXd>& column, double independent);

    /// Drops all but the first ones.
    void keep_first(int count) { count_ = count; }

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
