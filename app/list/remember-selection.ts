import * as v from "valibot";
import { forgetInTab, recallInTab, rememberInTab } from "#app/session/tab-memory";

export interface SelectionPlace {
	orgName: string;
	userId: string;
	applicationId: string;
}

const name = "selection";
const Remembered = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ userId: v.string(), applicationId: v.string(), ids: v.array(v.string()) }),
);

/** Stores the selection for a reload of this tab, replacing that of another application. */
export const rememberSelection = ({ orgName, userId, applicationId }: SelectionPlace, ids: Iterable<string>): void => {
	const chosen = [...ids];
	if (chosen.length === 0) forgetInTab(orgName, name);
	else rememberInTab(orgName, name, JSON.stringify({ userId, applicationId, ids: chosen }));
};

/** Returns the selection from before the reload. */
export const recallSelection = ({ orgName, userId, applicationId }: SelectionPlace): readonly string[] => {
	const { success, output } = v.safeParse(Remembered, recallInTab(orgName, name));
	return success && output.userId === userId && output.applicationId === applicationId ? output.ids : [];
};
