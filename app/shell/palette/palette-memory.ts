import type { InferOutput } from "valibot";
import type { FoundApplications } from "#app/shell/found-applications";
import type { SearchAnswer } from "#app/shell/palette/search-answer";

/** What the palette was told when it was last open: shown at once when it opens again, and asked for anew a moment later. */
export interface PaletteMemory {
	recent?: SearchAnswer;
	applications?: { found: InferOutput<typeof FoundApplications>["applications"]; at: number };
}

/** What is remembered is asked for anew after so long without a letter. why not at once: the answer would draw the list under the first letters. */
export const refreshAfterMs = 300;
