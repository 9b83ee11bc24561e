import type { Command } from "#app/shell/commands";
import type { PaletteMemory } from "#app/shell/palette/palette-memory";
import type { Step } from "#app/shell/palette/use-stage-steps";
import type { Store } from "#app/ui/store";
import type { FoundApplicant } from "#worker/services/search/contract";
import type { FoundPayment } from "#worker/services/transactions/contract";

export type Level =
	| { kind: "root" }
	| { kind: "applicant"; applicant: FoundApplicant }
	| { kind: "stages"; applicant: FoundApplicant }
	| { kind: "payment"; payment: FoundPayment }
	| { kind: "payments"; applicant: FoundApplicant }
	| { kind: "query"; day: string }
	| { kind: "compare"; applicant: FoundApplicant }
	| { kind: "move"; applicant: FoundApplicant; step: Step }
	| { kind: "prompt"; command: Command };

export interface Steering {
	/** Outlives the palette: what it was told before. */
	memory: PaletteMemory;
	/** The text typed at this level; kept when a deeper one is left. Of its readers only the field is drawn at each letter. */
	typed: Store<string>;
	/** The text of which the list is drawn: a moment behind what is typed, so that letters appear at once. */
	query: string;
	/** Draws the list for what is typed. */
	draw: () => void;
	push: (level: Level) => void;
	/** Goes one level up; closes at the first. */
	back: () => void;
	close: () => void;
}
