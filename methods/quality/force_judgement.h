#pragma once

#include <optional>
#include <span>

#include "methods/contact/contact_point.h"
#include "methods/quality/reference.h"

namespace touchstone {

/// A judged contact with a force, and the answer of its pair.
struct ForcedContact {
    const ContactPoint* contact = nullptr;
    bool right = false;                        ///< true: the verdict on its normal is Right
    int pair = -1;                             ///< index in the reference; -1: not named there
    int normal = -1;                           ///< index of the nearest right normal; -1: none
    const PairReference* reference = nullptr;  ///< reference of the pair; null: it has no answer
    const Answer* answer = nullptr;            ///< the one that fits best; null: none
};

/// The judgement of the normal forces of a scene's contacts, in the unit of the contacts' forces.
struct ForceJudgement {
    double total = 0.0;       ///< Σλ > 0 of all judged contacts
    double right = 0.0;       ///< Σλ of contacts with a right normal
    int carried_normals = 0;  ///< right normals whose contacts carry at least a tenth of an equal
                              ///< share of their pair's Σλ
    double equal_contacts = 0.0;  ///< (Σλ)²/Σλ²: number of equal contacts that are as many
    double across = 0.0;  ///< Σ over pairs of |F − (F·u) u|, with F = Σ λn, u the mean right normal
};

/// Judges the forces. Nothing without contacts or force. Contacts of a pair closer than its
/// position tolerance, with normals within 1°, count as one in `equal_contacts`. A pair whose right
/// normals cancel has no mean one, and no force across it.
std::optional<ForceJudgement> judge_forces(std::span<const ForcedContact> contacts);

}  // namespace touchstone
