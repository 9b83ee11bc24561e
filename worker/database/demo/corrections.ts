import type { FormData } from "#worker/contract/forms/form-schema";
import states from "#worker/contract/forms/lgas.json";
import { phone } from "./circumstances";
import type { LogRow } from "./history";
import type { Row } from "./insert";
import type { People } from "./people";
import { createRandom, type Random } from "./random";
import { day, isoDate } from "./times";

type Modification = Row<"modificationEntries">;

/** The answers before a correction, by the subject of its comment. */
const mistakes: readonly [about: RegExp, fieldId: string, mistaken: (random: Random, answer: unknown) => unknown][] = [
	[
		/Date of birth/,
		"dateOfBirth",
		(random, answer) => isoDate(Date.parse(String(answer)) - random.between(1, 11) * 30 * day),
	],
	[/Phone number/, "phone", (random) => phone(random)],
	[
		/Local government area/,
		"origin",
		(random, answer) => {
			const { state } = answer as { state: string };
			return { state, lga: random.pick(states.find((entry) => entry.state === state)?.lgas ?? ["Unknown"]) };
		},
	],
];

/** Returns the old and the new answer of each correction in an applicant's log, and gives its line their event. */
export const correctionsOf = (
	log: readonly LogRow[],
	data: FormData,
	{ seed, emailOf }: { seed: number } & Pick<People, "emailOf">,
): Modification[] =>
	log.flatMap((line) => {
		const mistake = mistakes.find(([about]) => line.type === "DATA_UPDATE" && about.test(line.reason ?? ""));
		const answer = mistake && data[mistake[1]];
		if (!mistake || answer === undefined) return [];
		const random = createRandom(seed, line.organisationId, line.id, "correction");
		line.eventId = line.id;
		return [
			{
				organisationId: line.organisationId,
				id: random.id("m"),
				entity: "applicant",
				entityId: line.applicantId,
				field: mistake[1],
				userId: line.actorId,
				username: emailOf(line.actorId),
				eventId: line.id,
				createdAt: line.createdAt,
				oldValue: JSON.stringify(mistake[2](random, answer)),
				newValue: JSON.stringify(answer),
			},
		];
	});

const maxViews = 20;

/** Returns the staff's views of the newest corrected applicants, on the day before, so that the correction is new. */
export const viewsOf = (corrections: readonly Modification[], people: People): Row<"applicantViews">[] => {
	const newest = corrections.toSorted((one, other) => other.createdAt - one.createdAt).slice(0, maxViews);
	const readers = (["super-admin", "admissions", "reviewer"] as const).flatMap(people.idByRole);
	return readers.flatMap((userId) =>
		newest.map(({ organisationId, entityId, createdAt }) => ({
			organisationId,
			userId,
			applicantId: entityId,
			viewedAt: createdAt - day,
		})),
	);
};
