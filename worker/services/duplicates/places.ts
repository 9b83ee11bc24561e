import type { TakenField } from "#worker/contract/applicant-merge";
import { recordFields } from "#worker/services/duplicates/compare";
import type { Merge } from "#worker/services/duplicates/merges.queries";
import type { ReadSide } from "#worker/services/duplicates/sides.queries";

const placeFields = ["applicationId", "stageId", "courseId", "locationId"] as const;
type PlaceField = (typeof placeFields)[number];

/** Where one of the two would be again after an undo. */
export interface Place {
	of: "kept" | "merged";
	field: PlaceField;
	id: string;
	/** As it was called at the merge; null where that was not noted. */
	name: string | null;
}

/** How the places are called where an applicant stands. */
export const placeNamesOf = (side: ReadSide) => ({
	applicationId: side.applicationTitle,
	stageId: recordFields.stageId.text(side),
	courseId: recordFields.courseId.text(side),
	locationId: recordFields.locationId.text(side),
});

/** Every place that an undo of a merge could lead back to. */
export const placesOf = ({ merged, before, taken }: Pick<Merge, "merged" | "before" | "taken">): Place[] => [
	...placeFields.flatMap((field): Place[] => {
		const id = merged[columns[field]];
		return id == null ? [] : [{ of: "merged", field, id: String(id), name: before.places?.[field] ?? null }];
	}),
	...taken.flatMap((one): Place[] => {
		const field = placeFields.find((name) => name === one.id);
		const id = field && idIn(one);
		return field && id ? [{ of: "kept", field, id, name: one.before }] : [];
	}),
];

const columns = {
	applicationId: "application_id",
	stageId: "step_id",
	courseId: "course_id",
	locationId: "location_id",
} as const satisfies Record<PlaceField, string>;

/** why: of a stage it is kept when it was reached, too. */
const idIn = ({ was }: TakenField): string | null => (Array.isArray(was) ? was[0] : was) as string | null;

/** An applicant can be posted nowhere; without the others there is none. */
export const isNeeded = ({ of, field }: Place): boolean => of === "merged" && field !== "locationId";

/** 'the stage Screening', 'the course' where its name was not noted. */
export const placeInWords = ({ field, name }: Place, courseAlias: string): string => {
	const kinds = { applicationId: "application", stageId: "stage", courseId: courseAlias, locationId: "location" };
	return ["the", kinds[field], name].filter(Boolean).join(" ");
};
