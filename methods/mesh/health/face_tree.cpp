#include "methods/mesh/health/face_tree.h"

#include <numeric>
#include <utility>

namespace touchstone {

FaceTree::FaceTree(std::vector<FaceBox> boxes) : boxes_(std::move(boxes)) {
    faces_.resize(boxes_.size());
    std::iota(faces_.begin(), faces_.end(), 0);
    if (!faces_.empty()) {
        nodes_.reserve(boxes_.size());
        build(0, static_cast<int>(std::ssize(faces_)));
    }
}

/// Returns the index of the new node. Splits at the median along the longest axis.
int FaceTree::build(int begin, int end) {
    FaceBox all = boxes_[faces_[begin]];
    for (int place = begin + 1; place < end; ++place) {
        const FaceBox& box = boxes_[faces_[place]];
        all.low = all.low.cwiseMin(box.low);
        all.high = all.high.cwiseMax(box.high);
    }
    const int index = static_cast<int>(std::ssize(nodes_));
    nodes_.push_back({all, begin, end, -1});
    if (end - begin <= kLeafSize) {
        return index;
    }
    int axis = 0;
    (all.high - all.low).maxCoeff(&axis);
    const auto key = [&](int face) {
        return std::pair(boxes_[face].low[axis] + boxes_[face].high[axis], face);
    };
    const int middle = begin + (end - begin) / 2;
    std::nth_element(faces_.begin() + begin, faces_.begin() + middle, faces_.begin() + end,
                     [&](int a, int b) { return key(a) < key(b); });
    build(begin, middle);
    const int right = build(middle, end);
    nodes_[index].right = right;
    return index;
}

}  // namespace touchstone
