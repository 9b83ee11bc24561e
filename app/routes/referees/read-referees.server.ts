import { readForm } from "#worker/contract/forms/form-reading";
import type { Referee } from "#worker/services/referees/contract";

/** A referee with what they answered ready to be drawn. */
export const readReferee = ({ data, inputs, ...referee }: Referee) => ({
	...referee,
	isSubmitted: referee.status === "submitted",
	sections: data
		? readForm({
				layout: { sections: inputs },
				data,
				// why: how often a referee repeated a part is not counted; their answers tell.
				repeats: { sections: {}, rows: {} },
				attachments: [],
			}).map((section) => ({
				...section,
				// why: two referees answer the same section, and stand on the same page.
				id: `${referee.id}-${section.id}`,
			}))
		: [],
});

export type ReadReferee = ReturnType<typeof readReferee>;
