import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import type { listActivities, listModifications } from "#worker/services/audit-log/contract";
import {
	selectActivities,
	selectModifications,
	toActivity,
	toModification,
	walkActivities,
	walkModifications,
	wordForCourse,
} from "#worker/services/audit-log/queries";
import { pageOfLog, periodOf } from "#worker/services/audit-log/walk.queries";

export const pageOfActivities = async (ctx: OrgContext, query: EndpointRequest<typeof listActivities>["query"]) => {
	const course = await wordForCourse(ctx);
	return pageOfLog(ctx, walkActivities(ctx, query, await periodOf(ctx, query)), query, {
		select: (stretch) => selectActivities(ctx, stretch),
		show: (row) => toActivity(row, course),
	});
};

export const pageOfModifications = async (
	ctx: OrgContext,
	query: EndpointRequest<typeof listModifications>["query"],
) => {
	const course = await wordForCourse(ctx);
	return pageOfLog(ctx, walkModifications(ctx, query, await periodOf(ctx, query)), query, {
		select: (stretch) => selectModifications(ctx, stretch),
		show: (row) => toModification(row, course),
	});
};
