import { readForm } from "#worker/contract/forms/form-reading";
import type { Referee } from "#worker/services/referees/contract";

/** Returns a referee with their answers ready to be rendered. */
export const readReferee = ({ data, inputs, ...referee }: Referee) => ({
	...referee,
	isSubmitted: referee.status === "submitted",
	sections: data
		? readForm({
				layout: { sections: inputs },
				data,
				// why no counts: repeats of a referee's parts are not counted; their answers show them.
				repeats: { sections: {}, rows: {} },
				attachments: [],
			}).map((section) => ({
				...section,
				// why: two referees answer the same section on the same page.
				id: `${referee.id}-${section.id}`,
			}))
		: [],
});

export type ReadReferee = ReturnType<typeof readReferee>;
