#pragma once

#include "methods/quality/judge.h"

namespace touchstone::python {

/// The judgement of the contacts of a scene: the class `Judgement` of the Python module.
struct JudgedContacts {
    Judgement judgement;
};

}  // namespace touchstone::python
