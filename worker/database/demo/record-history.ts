import type { Row } from "./insert";
import type { People } from "./people";
import type { Setup } from "./setup";
import { day } from "./times";

type State = Record<string, unknown>;

/** Makes the history of what an institution has set up: who created it, and what was renamed since. */
export const recordHistoryOf = (
	{ rows, organisation }: Setup,
	people: People,
	reasons: readonly Row<"reasons">[],
	now: number,
): Row<"recordChanges">[] => {
	const [author] = people.rows.users;
	if (!author) return [];
	const { organisationId, id: actorId, firstName, lastName } = author;
	const actorName = `${firstName} ${lastName}`;
	const own = { organisationId, actorId, actorName };
	const historyOf = (kind: string, recordId: string, state: State, former?: State): Row<"recordChanges">[] => {
		const change = { ...own, kind, recordId };
		const at = (days: number) => ({ createdAt: now - days * day });
		const created = { ...change, ...at(900), id: `${recordId}-1`, action: "created" as const, after: former ?? state };
		if (!former) return [created];
		return [
			created,
			{ ...change, ...at(40), id: `${recordId}-2`, action: "updated" as const, before: former, after: state },
		];
	};
	const renamed = (index: number, former: string) => (index === 0 ? { name: former } : undefined);
	const { portalTitle, welcomeMessage } = organisation;
	const settings = [
		historyOf(
			"organisation",
			organisationId,
			{ portalTitle, welcomeMessage },
			{ portalTitle: null, welcomeMessage: null },
		),
		historyOf("organisation", organisationId, { undoWindowSeconds: 30 }, { undoWindowSeconds: 60 }),
	];
	const levelsCalled = (nameOf: (level: Row<"adminLevels">) => string) => ({
		levels: rows.adminLevels.map((level) => ({ id: level.id, name: nameOf(level) })),
	});
	const formerLevel = ({ name }: Row<"adminLevels">) => (name === "Department" ? "Department (new)" : name);
	return [
		...settings.flatMap((changes, part) => changes.map((change) => ({ ...change, id: `${change.id}-${part}` }))),
		...rows.locations.flatMap(({ id, name }, index) =>
			historyOf("location", id, { name }, renamed(index, name.replace(/,.*/, ""))),
		),
		...historyOf(
			"admin_level",
			"levels",
			levelsCalled(({ name }) => name),
			levelsCalled(formerLevel),
		),
		...rows.adminLevelItems.flatMap(({ id, name, levelId, parentItemId }, index) => {
			const state = { name, levelId, parentItemId };
			return historyOf("admin_level_item", id, state, index === 0 ? { ...state, name: `${name} (new)` } : undefined);
		}),
		...rows.courses.flatMap(({ id, code, title, status = "active", adminLevelItemId: administrationLevelItemId }) => {
			const state = { code, title, administrationLevelItemId, status };
			return historyOf("course", id, state, status === "disabled" ? { ...state, status: "active" } : undefined);
		}),
		...rows.applications.flatMap((application) => {
			const {
				id,
				title,
				active = true,
				startsAt,
				endsAt,
				numberFormat,
				formDesignId: formId,
				workflowId,
			} = application;
			const ofIt = ({ applicationId }: { applicationId: string }) => applicationId === id;
			const state = {
				title,
				active,
				startsAt,
				endsAt,
				numberFormat,
				formId,
				workflowId,
				courses: rows.applicationCourses
					.filter(ofIt)
					.map(({ courseId, formDesignId }) => ({ courseId, formId: formDesignId })),
				groupItemIds: rows.applicationTags
					.filter(ofIt)
					.map(({ groupItemId }) => groupItemId)
					.sort(),
				introduction: application.introduction,
				confirmation: application.confirmation,
			};
			return historyOf("application", id, state, active ? undefined : { ...state, active: true });
		}),
		...rows.workflows.flatMap(({ id, name }) => {
			const steps = rows.workflowSteps
				.filter(({ workflowId }) => workflowId === id)
				.map((step) => ({
					id: step.id,
					name: step.name,
					type: step.type,
					emailTemplateId: step.emailTemplateId,
					pdfTemplateId: step.pdfTemplateId,
					smsTemplateId: step.smsTemplateId ?? null,
					attachmentIds: rows.workflowStepAttachments.filter(({ stepId }) => stepId === step.id).map((file) => file.id),
					nextStepIds: step.nextStepIds,
					roleIds: step.roleIds ?? [],
					requirements: step.requirements ?? [],
					needsApproval: step.needsApproval,
				}));
			const noRules = { nextStepIds: null, roleIds: [], requirements: [], needsApproval: false };
			const former = steps.map((step) => ({ ...step, ...noRules }));
			const isRuled = JSON.stringify(former) !== JSON.stringify(steps);
			return historyOf("workflow", id, { name, steps }, isRuled ? { name, steps: former } : undefined);
		}),
		...people.rows.roles.flatMap(({ id, name, privileges }, index) => {
			const former = index === 0 ? undefined : { name, privileges: privileges.slice(0, -1) };
			return historyOf("role", id, { name, privileges }, former);
		}),
		...reasons.map(({ id, text, isPrivate, createdAt }) => ({
			...own,
			kind: "reason",
			recordId: id,
			id: `${id}-1`,
			action: "created" as const,
			after: { text, isPrivate, active: true },
			createdAt,
		})),
		...rows.applicationGroups.flatMap(({ id, name }, index) =>
			historyOf("application_group", id, { name }, renamed(index, `${name} applied for`)),
		),
		...rows.applicationGroupItems.flatMap(({ id, name, groupId, enabled }) => {
			const state = { name, groupId, enabled };
			return historyOf("application_group_item", id, state, enabled ? undefined : { ...state, enabled: true });
		}),
	];
};
