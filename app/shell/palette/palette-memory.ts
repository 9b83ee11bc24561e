import type { InferOutput } from "valibot";
import type { FoundApplications } from "#app/shell/found-applications";
import type { SearchAnswer } from "#app/shell/palette/search-answer";

/** What the palette was told when it was last open, shown at once when it opens again. */
export interface PaletteMemory {
	recent?: SearchAnswer;
	applications?: { found: InferOutput<typeof FoundApplications>["applications"]; at: number };
}

/** The recent applicants are asked for again after so long without a letter. why not at once: the answer would redraw the list under the first letters. */
export const refreshAfterMs = 300;
