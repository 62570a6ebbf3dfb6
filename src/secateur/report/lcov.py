"""Coverage in lcov's trace format, which CI services and editors read."""

from __future__ import annotations

from secateur.exploration.coverage import Coverage


def to_lcov(coverage: Coverage) -> str:
    files = dict.fromkeys(file for file, _ in coverage.lines)
    out = []
    for file in files:
        out += ["TN:", f"SF:{file}"]
        numbers: dict[int, int] = {}
        for (where, line, _, _), sides in coverage.branches.items():
            if where == file:
                number = numbers[line] = numbers.get(line, -1) + 1
                out += [f"BRDA:{line},{number},{side},{int(taken)}" for side, taken in enumerate(sides)]
        out += [f"DA:{line},{int(run)}" for (where, line), run in coverage.lines.items() if where == file]
        out.append("end_of_record")
    return "\n".join(out) + "\n"
