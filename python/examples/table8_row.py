"""One method's row of the paper's Table 8, and how good its contacts are, case by case.

    python3 python/examples/table8_row.py opposing --plot opposing_quality

Plots with matplotlib where it is installed (Debian: python3-matplotlib), as SVG; without it the
plot's points are written as CSV.
"""

import argparse
import csv
import importlib.util
from pathlib import Path

import touchstone


def percent(share):
    return "–" if share is None else f"{100 * share:.3g} %"


def print_row(report):
    for row in report:
        agrees = row.agrees["coverage"]
        print(
            f"{row.case_title:24}  coverage {percent(row.coverage):>6} "
            f"{'=' if agrees else '≠'} {percent(row.paper['coverage']):>6}   "
            f"quality {percent(row.quality):>6}, the paper's {percent(row.paper['quality']):>6}"
        )
    counts = report.agreement
    print(f"coverage agrees in {counts['coverage']} of {counts['cells']} cells")


def plot_quality(report, file):
    """Q = |n·e| of each contact, from the worst to the best, as in the paper's figures."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 5), layout="constrained")
    for row in report:
        quality = row.judgement.sorted_quality
        share = [100 * (i + 0.5) / len(quality) for i in range(len(quality))]
        axes.plot(share, quality, marker=".", label=f"{row.case_title} ({len(quality)})")
    axes.set(
        title=f"{report[0].generator_title}, profile {report[0].profile}",
        xlabel="contacts, sorted [%]",
        ylabel="Q = |n·e|",
    )
    axes.legend()
    pyplot.savefig(file)


def write_quality(report, file):
    with open(file, "w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["case", "share_of_contacts", "quality"])
        for row in report:
            quality = row.judgement.sorted_quality
            for i, value in enumerate(quality):
                writer.writerow([row.case, 100 * (i + 0.5) / len(quality), value])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("generator", choices=[info.id for info in touchstone.generators()])
    parser.add_argument("--plot", type=Path, metavar="NAME", help="the file, without its ending")
    arguments = parser.parse_args()

    # The settings behind the paper's tables, which have no row of later methods.
    report = touchstone.report("fundamental", arguments.generator, settings="published")
    if report.agreement["cells"] == 0:
        parser.error(f"Table 8 has no row of {arguments.generator}")
    print_row(report)
    if arguments.plot:
        has_matplotlib = importlib.util.find_spec("matplotlib") is not None
        file = arguments.plot.with_suffix(".svg" if has_matplotlib else ".csv")
        (plot_quality if has_matplotlib else write_quality)(report, file)
        print(f"sorted quality: {file}")


if __name__ == "__main__":
    main()
