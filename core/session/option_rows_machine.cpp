// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table of options about the machine.
#include "core/compute/backend_factory.h"
#include "core/session/option_table.h"

namespace parsimony::session::rows {

namespace {

using namespace values;
using enum OptionPlace;

compute::DeviceChoice readDevice(const std::string& text, const std::string& /*option*/) {
    return compute::DeviceChoice(text);
}

std::string writeDevice(const compute::DeviceChoice& device) {
    return device.text();
}

std::string sameText(const std::string& text) {
    return text;
}

std::string readInstructions(const std::string& text, const std::string& /*option*/) {
    return compute::instructionsNamed(text);
}

} // namespace

std::vector<Option> ofMachine() {
    return {
        {.name = "device",
         .value = parsed(&O::device, "auto|cpu|cuda[:N,M|:all]", readDevice, writeDevice),
         .help = "Where to compute (private data on a GPU: in f32, after a check of it)",
         .label = inWindow("Device"),
         .meaning = inWindow("Where to compute: auto, cpu, cuda or cuda:N."),
         .place = More},
        {.name = "precision",
         .value = choice(
             &O::precision,
             Words<std::optional<compute::Precision>>{
                 {std::nullopt, compute::automatic(), inWindow("auto, by this processor")},
                 {compute::Precision::Float32, "f32", inWindow("f32, as they are")},
                 {compute::Precision::Tf32, "tf32", inWindow("tf32, for cuda")},
                 {compute::Precision::Bfloat16, "bf16", inWindow("bf16, for AMX, AVX512-BF16 or cuda")},
                 {compute::Precision::Float16, "f16", inWindow("f16, for cuda")}}),
         .help = "Precision of the products",
         .label = inWindow("Precision"),
         .meaning = inWindow(
             "How finely products read the features: every device rounds them in the same way and sums in "
             "float32, and the processor takes all four. bf16 makes it faster where it has AMX or "
             "AVX512-BF16; "
             "tf32 and f16 are meant for a graphics processor (cuda), which takes private data in f32 "
             "only, after a check. auto is bf16 where the processor multiplies it as such (AMX, "
             "AVX512-BF16), "
             "for linear heads on many rows of bounded norm, else f32; the plan says which."),
         .place = More,
         .ofDataset = true},
        {.name = "threads",
         .value = count(&O::threads, kAnyNumber),
         .help = "Threads (0: all)",
         .label = inWindow("Threads"),
         .meaning = inWindow("Processor threads for training; 0 takes all."),
         .place = More},
        {.name = "instructions",
         .value = parsed(&O::instructions, compute::instructionWords(), readInstructions, sameText),
         .help = "Instructions of the processor to multiply with (`bench` lists those it has)",
         .meaning =
             "Instructions of the processor to multiply with, one of those that `bench` lists; refused where "
             "it lacks them. The bits of a result depend on them, its guarantee does not: the slack that is "
             "charged is the largest of all, so an experiment may go on with others.",
         .otherwise = "the fastest, by a rate measured at the start"},
        {.name = "seed",
         .value = count(&O::seed, kAnyNumber),
         .help = "Seed of all draws (public data only)",
         .label = inWindow("Seed"),
         .meaning =
             inWindow("For repeatable runs on public data only: with a known seed no guarantee holds."),
         .otherwise = inWindow("none"),
         .when = [](const O& o) { return o.visibility == Visibility::Public; },
         .place = More},
        {.name = "show-curator",
         .value = flag(&O::showCurator),
         .help = "Show values for the curator's eyes on standard error"},
    };
}

} // namespace parsimony::session::rows
