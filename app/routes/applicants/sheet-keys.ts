import { inAlias } from "#app/format/in-alias";
import type { Command } from "#app/shell/commands";

type Key = Pick<Command, "id" | "title" | "keys">;

/** The keys of an open applicant, shared by the sheet's commands and the list's key sheet. */
export const sheetKeys = {
	next: { id: "applicant-next", title: "Next applicant", keys: ["j"] },
	previous: { id: "applicant-previous", title: "Previous applicant", keys: ["k"] },
	undecided: { id: "applicant-undecided", title: "Next undecided applicant", keys: ["n"] },
	stageAndOn: { id: "applicant-stage-on", title: "Move to stage, then open the next…", keys: ["shift+S"] },
	stage: { id: "applicant-stage", title: "Move to stage…", keys: ["s"] },
	nthStage: { id: "applicant-nth-stage", title: "Move to the first … ninth stage", keys: ["1–9"] },
	laterStage: { id: "applicant-later-stage", title: "Move to the tenth … nineteenth stage", keys: ["0", "0–9"] },
	course: { id: "applicant-course", title: "Change Applicant {Course}…", keys: ["c"] },
	posting: { id: "applicant-posting", title: "Post Applicant…", keys: ["p"] },
	reviewer: { id: "applicant-reviewer", title: "Assign to a reviewer…", keys: ["a"] },
	email: { id: "applicant-email", title: "Send Email…", keys: ["e"] },
	size: { id: "applicant-size", title: "Maximize or minimize", keys: ["m"] },
	nextTab: { id: "applicant-tab-next", title: "Next tab", keys: ["]"] },
	previousTab: { id: "applicant-tab-previous", title: "Previous tab", keys: ["["] },
} as const satisfies Record<string, Key>;

const moving: readonly Key[] = [
	sheetKeys.undecided,
	sheetKeys.stageAndOn,
	sheetKeys.stage,
	sheetKeys.nthStage,
	sheetKeys.laterStage,
	sheetKeys.posting,
	sheetKeys.reviewer,
];

/** Returns the keys of the nth stage, from 0: its number, or from the tenth on 0 and the last digit. */
export const stageKeys = (index: number): readonly string[] | undefined =>
	index < 9 ? [String(index + 1)] : index < 19 ? ["0", String((index + 1) % 10)] : undefined;

interface KeysAhead {
	mayMove: boolean;
	mayEmail: boolean;
	/** The institution's word for one. */
	course?: string;
}

/** Returns the same keys for a list without an open applicant: listed, but disabled. */
export const sheetKeysAhead = ({ mayMove, mayEmail, course = "course" }: KeysAhead): Command[] =>
	Object.values(sheetKeys)
		.filter((key) => mayMove || !moving.includes(key))
		.filter((key) => mayEmail || key !== sheetKeys.email)
		.map((key) => ({
			...key,
			title: inAlias(key.title, course),
			group: "Applicant" as const,
			keyOnly: true,
			disabled: "Nobody is open",
		}));
