import * as v from "valibot";
import { ApplicantFilter, filterOf } from "#worker/contract/applicant-filter";
import { office } from "#worker/services/saved-views/saved-view";
import { TransactionViewFilter } from "#worker/services/saved-views/transaction-views.contract";
import data from "./data/saved-views.json";
import type { Row } from "./insert";
import type { People } from "./people";
import type { DemoApplication, Setup } from "./setup";
import { day } from "./times";

const ViewPlan = v.strictObject({
	name: v.string(),
	/** The role of the only holder; without it the view is the first administrator's, shared with the office. */
	of: v.optional(v.picklist(["super-admin", "admissions"])),
	isPinned: v.optional(v.boolean(), false),
	/** The type of the stage. */
	stage: v.optional(v.string()),
	/** The name of a faculty or department. */
	item: v.optional(v.string()),
	/** Course codes. */
	courses: v.optional(v.array(v.string()), []),
	needs: ApplicantFilter.entries.needs,
	sort: ApplicantFilter.entries.sort,
	/** A view of transactions, by its filter. */
	transactions: v.optional(TransactionViewFilter),
});
const plans = v.parse(v.record(v.string(), v.array(ViewPlan)), data);

/** Returns the views of applicants that an institution's staff have saved, and of transactions: their own and one of the office. */
export const savedViewsOf = (
	{ idOf, organisation, rows }: Setup,
	{ idByRole }: People,
	application: DemoApplication,
	now: number,
): Row<"savedViews">[] =>
	(plans[organisation.id] ?? []).map(
		({ name, of, isPinned, stage, item, courses, needs, sort, transactions }, index) => {
			const [ownerId = ""] = idByRole(of ?? "super-admin");
			const savedAt = now - (20 - index) * day;
			const filter = filterOf({
				stage,
				needs,
				sort,
				administrationLevelItemIds: rows.adminLevelItems.filter((one) => one.name === item).map(({ id }) => id),
				courseIds: application.courses.filter(({ code }) => courses.includes(code)).map(({ id }) => id),
			});
			return {
				organisationId: organisation.id,
				id: idOf("view", name),
				holder: of ? ownerId : office,
				ownerId,
				name,
				isPinned,
				list: transactions ? "transactions" : "applicants",
				filter: transactions ?? { ...filter, applicationId: application.id },
				createdAt: savedAt,
				updatedAt: savedAt,
			};
		},
	);
