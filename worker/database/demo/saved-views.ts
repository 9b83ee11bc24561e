import { filterOf, type NamedFilter } from "#worker/contract/applicant-filter";
import type { savedViews } from "#worker/database/schema/saved-views";
import { office } from "#worker/services/saved-views/saved-view";
import type { DemoApplication, Ground } from "./ground";
import { day } from "./moments";
import type { People } from "./people";

interface ViewPlan {
	name: string;
	/** Whose it is alone; the first administrator's, shared with the office, when left out. */
	of?: "super-admin" | "admissions";
	pinned?: boolean;
	/** The type of the stage. */
	stage?: string;
	/** Of the structure. */
	item?: string;
	/** Course codes. */
	courses?: readonly string[];
	needs?: NamedFilter["needs"];
	sort?: NamedFilter["sort"];
}

/** By institution: what its staff look at every day. */
const plans: Readonly<Record<string, readonly ViewPlan[]>> = {
	crestfield: [
		{ name: "Files to check, oldest first", pinned: true, stage: "IN_REVIEW", sort: "waiting" },
		{ name: "Doctors to be", of: "admissions", pinned: true, courses: ["MED101", "DEN101"] },
		{ name: "Unclear payments", of: "admissions", pinned: true, needs: "payment" },
		{ name: "Engineers on offer", of: "admissions", stage: "CONDITIONAL_OFFER", item: "Faculty of Engineering" },
		{ name: "News for me", of: "super-admin", pinned: true, needs: "changed" },
	],
};

/** The views of applicants that an institution's staff have saved: their own and one of the office. */
export const savedViewsOf = (
	{ idOf, rows }: Ground,
	{ idByRole }: People,
	application: DemoApplication,
	now: number,
): (typeof savedViews.$inferInsert)[] =>
	(plans[rows.organisation.id] ?? []).map(
		({ name, of, pinned = false, stage, item, courses = [], needs, sort }, index) => {
			const [ownerId = ""] = idByRole(of ?? "super-admin");
			const itemId = rows.adminLevelItems.find((one) => one.name === item)?.id;
			const savedAt = now - (20 - index) * day;
			const filter = {
				...filterOf({
					...{ stage, needs, sort },
					administrationLevelItemIds: itemId === undefined ? [] : [itemId],
					courseIds: application.courses.filter(({ code }) => courses.includes(code)).map(({ id }) => id),
				}),
				applicationId: application.id,
			};
			return {
				...{
					organisationId: rows.organisation.id,
					id: idOf("view", name),
					holder: of ? ownerId : office,
					ownerId,
					name,
				},
				...{ isPinned: pinned, filter },
				...{ createdAt: savedAt, updatedAt: savedAt },
			};
		},
	);
