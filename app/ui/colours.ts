import type { StageColour } from "#worker/contract/stage-types";

export type Colour = StageColour;

/** Text on the background of the same family. Written out, because Tailwind reads class names and not expressions. */
export const softColour: Record<Colour, string> = {
	slate: "bg-slate-b text-slate",
	blue: "bg-blue-b text-blue",
	amber: "bg-amber-b text-amber",
	sky: "bg-sky-b text-sky",
	indigo: "bg-indigo-b text-indigo",
	violet: "bg-violet-b text-violet",
	green: "bg-green-b text-green",
	red: "bg-red-b text-red",
	cyan: "bg-cyan-b text-cyan",
	orange: "bg-orange-b text-orange",
	teal: "bg-teal-b text-teal",
};
