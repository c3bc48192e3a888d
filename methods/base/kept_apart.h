#pragma once

#include <memory>
#include <optional>

namespace touchstone {

/// A value that few of many hold, kept outside of its holder: where there is none it takes the room
/// of a pointer. Copies hold a value of their own.
template <typename T>
class KeptApart {
 public:
    KeptApart() = default;
    KeptApart(const T& value) : value_(std::make_unique<T>(value)) {}
    KeptApart(const std::optional<T>& value)
        : value_(value ? std::make_unique<T>(*value) : nullptr) {}
    KeptApart(const KeptApart& other)
        : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
    KeptApart(KeptApart&&) noexcept = default;
    KeptApart& operator=(const KeptApart& other) {
        if (this != &other) {
            value_ = other.value_ ? std::make_unique<T>(*other.value_) : nullptr;
        }
        return *this;
    }
    KeptApart& operator=(KeptApart&&) noexcept = default;
    ~KeptApart() = default;

    explicit operator bool() const { return value_ != nullptr; }
    bool has_value() const { return value_ != nullptr; }
    T& operator*() { return *value_; }
    const T& operator*() const { return *value_; }
    T* operator->() { return value_.get(); }
    const T* operator->() const { return value_.get(); }

 private:
    std::unique_ptr<T> value_;
};

}  // namespace touchstone
