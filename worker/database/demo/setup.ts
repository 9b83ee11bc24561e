import * as v from "valibot";
import { DesignLayout } from "#worker/contract/forms/form-design";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { sensitiveIdsOf } from "#worker/contract/forms/sensitive";
import type { KnownStageType } from "#worker/contract/stage-types";
import type { MakeWith } from "./applicants";
import { documentKey, logoKey, stageFiles } from "./files";
import { layoutOf, otherDesignsOf, stepsOf } from "./form-designs";
import type { DemoStep } from "./history";
import type { Row } from "./insert";
import type { ApplicationPlan, Institution } from "./institution";
import { createRandom } from "./random";
import { type TemplatePlan, templateDraftsOf, templatePlans } from "./templates";
import { day } from "./times";
import { workflowDraftsOf } from "./workflow-drafts";

/** A form design's title and its versions, the oldest first. */
const forms: Record<string, { title: string; versions: readonly FormLayout[] }> = {
	undergraduate: {
		title: "Undergraduate application form",
		versions: [layoutOf("undergraduate-old"), layoutOf("undergraduate")],
	},
	postgraduate: { title: "Postgraduate application form", versions: [layoutOf("postgraduate")] },
	polytechnic: { title: "Diploma application form", versions: [layoutOf("polytechnic")] },
};

/** Returns the design and the version that the applicants of an application answered. */
const formOf = (key: ApplicationPlan["form"]): { design: string; version: number; layout: FormLayout } => {
	const design = key === "undergraduate-old" ? "undergraduate" : key;
	const versions = forms[design]?.versions ?? [];
	const version = key === "undergraduate-old" ? 1 : versions.length;
	return { design, version, layout: versions[version - 1] ?? { sections: [] } };
};

interface DemoCourse {
	id: string;
	code: string;
	title: string;
	demand: number;
}
export interface DemoApplication {
	plan: ApplicationPlan;
	id: string;
	formDesignId: string;
	designVersion: number;
	layout: FormLayout;
	steps: readonly DemoStep[];
	courses: readonly DemoCourse[];
	weightedCourses: readonly (readonly [DemoCourse, number])[];
}

const isOffered = ({ offers }: ApplicationPlan, code: string): boolean =>
	code.endsWith(offers.endsWith) && !offers.except?.includes(code);

/** Returns a function that makes the ids of an institution's rows: the same for the same seed. */
const idsOf = (seed: number, institution: Institution) => (kind: string, name: string) =>
	createRandom(seed, institution.id, kind, name).id(kind[0] ?? "x");

const templateFor = (type: TemplatePlan["type"], stage: KnownStageType) =>
	templatePlans.find((plan) => plan.type === type && plan.stages?.includes(stage))?.key;

/** Makes everything of an institution but its people: rows by table, and what its applicants are made from. */
export const setupOf = (institution: Institution, { seed, now, fileSize }: MakeWith) => {
	const organisationId = institution.id;
	const idOf = idsOf(seed, institution);
	const founded = now - 900 * day;
	const own = { organisationId };

	const { name, shortName, searchKey, address, phone, courseAlias } = institution;
	const organisation = {
		id: organisationId,
		name,
		shortName,
		searchKey,
		address,
		phone,
		courseAlias,
		email: `admissions@${institution.domain}`,
		contacts: [
			{ email: `admissions@${institution.domain}`, phone },
			{ email: `bursary@${institution.domain}`, phone: null },
		],
		portalTitle: `Admissions at ${name}`,
		welcomeMessage: `For staff of ${name}. Log in with the address that you were invited at.`,
		applicantSiteUrl: `https://apply.${institution.domain}`,
		logoKey: logoKey(organisationId),
		signatureKey: documentKey(`${organisationId}-signature.png`),
		signatoryName: institution.signatory.name,
		signatoryTitle: institution.signatory.title,
		createdAt: founded,
	};
	const locations = institution.locations.map((name) => ({ ...own, id: idOf("place", name), name }));

	const [upper, lower] = institution.levels;
	const [upperId, lowerId] = [idOf("level", upper), idOf("level", lower)];
	const adminLevels = [
		{ ...own, id: upperId, name: upper, childId: lowerId, position: 0 },
		{ ...own, id: lowerId, name: lower, parentId: upperId, position: 1 },
	];
	const adminLevelItems = Object.entries(institution.structure).flatMap(([faculty, departments]) => [
		{ ...own, id: idOf("item", faculty), levelId: upperId, parentItemId: null, name: faculty },
		...Object.keys(departments).map((department) => ({
			...own,
			id: idOf("item", `${faculty}/${department}`),
			levelId: lowerId,
			parentItemId: idOf("item", faculty),
			name: department,
		})),
	]);
	const offered = Object.entries(institution.structure).flatMap(([faculty, departments]) =>
		Object.entries(departments).flatMap(([department, list]) =>
			list.map(([code, title, demand]) => ({
				course: { id: idOf("course", code), code, title, demand },
				itemId: idOf("item", `${faculty}/${department}`),
			})),
		),
	);
	const courseRows = offered.map(
		({ course: { id, code, title }, itemId }): Row<"courses"> => ({
			...own,
			id,
			code,
			title,
			status: code === "LIN101" ? "disabled" : "active",
			adminLevelItemId: itemId,
			createdAt: founded,
		}),
	);

	const templates = templatePlans.map(({ key, stages: _, draft: __, active = true, ...template }) => ({
		...own,
		...template,
		id: idOf("template", key),
		active,
		createdAt: founded,
		updatedAt: founded,
	}));
	const workflows = Object.entries(institution.workflows).map(([key, { name }]) => ({
		...own,
		id: idOf("workflow", key),
		name,
		createdAt: founded,
		updatedAt: founded,
	}));
	const workflowSteps = Object.entries(institution.workflows).flatMap(([key, { steps, rules }]) =>
		steps.map(([name, type], position) => {
			const [email, document] = [templateFor("email", type), templateFor("document", type)];
			const sms = templateFor("sms", type);
			const { requirements = [], followedBy, movedBy = [], needsApproval = false } = rules[name] ?? {};
			return {
				...own,
				id: idOf("step", `${key}/${name}`),
				workflowId: idOf("workflow", key),
				name,
				type,
				position,
				requirements: requirements.length > 0 ? requirements : null,
				nextStepIds: followedBy?.map((next) => idOf("step", `${key}/${next}`)) ?? null,
				roleIds: movedBy.length > 0 ? movedBy.map((role) => idOf("role", role)) : null,
				needsApproval,
				emailTemplateId: email ? idOf("template", email) : null,
				pdfTemplateId: document ? idOf("template", document) : null,
				smsTemplateId: sms ? idOf("template", sms) : null,
			};
		}),
	);

	const workflowStepAttachments = workflowSteps.flatMap((step) =>
		stageFiles
			.filter(({ stages }) => stages.includes(step.type))
			.map(({ name, file, mimetype }) => ({
				...own,
				id: idOf("attachment", `${step.id}/${file}`),
				stepId: step.id,
				name,
				mimetype,
				size: fileSize(documentKey(file)),
				objectKey: documentKey(file),
				createdAt: founded,
			})),
	);

	const designs = [...new Set(institution.applications.map((plan) => formOf(plan.form).design))];
	const formDesigns = designs.map((key) => ({
		...own,
		id: idOf("form", key),
		title: forms[key]?.title ?? key,
		version: forms[key]?.versions.length ?? 1,
		createdAt: founded,
	}));
	const formDesignVersions = designs.flatMap((key) =>
		(forms[key]?.versions ?? []).map((layout, index) => ({
			...own,
			formDesignId: idOf("form", key),
			version: index + 1,
			layout: v.parse(DesignLayout, layout),
			createdAt: founded + index * 300 * day,
		})),
	);

	const sensitiveFields = formDesignVersions.flatMap(({ formDesignId, layout, version }) =>
		version === formDesigns.find(({ id }) => id === formDesignId)?.version
			? sensitiveIdsOf(layout).sensitive.map((fieldId) => ({ ...own, formDesignId, fieldId }))
			: [],
	);
	const others = otherDesignsOf(own, idOf, founded);
	const published = formDesigns.find(({ id }) => id === idOf("form", "undergraduate"));

	const applicationGroups = Object.keys(institution.groups).map((name) => ({ ...own, id: idOf("group", name), name }));
	const tagged = new Set(institution.applications.flatMap(({ tags }) => tags));
	const applicationGroupItems = Object.entries(institution.groups).flatMap(([group, items]) =>
		// why: what no application carries is what an institution has disabled.
		items.map((name) => ({
			...own,
			id: idOf("tag", name),
			groupId: idOf("group", group),
			name,
			enabled: tagged.has(name),
		})),
	);

	const demoApplications = institution.applications.map((plan): DemoApplication => {
		const { design, version, layout } = formOf(plan.form);
		const chosen = offered.map(({ course }) => course).filter(({ code }) => isOffered(plan, code));
		return {
			plan,
			id: idOf("application", plan.key),
			formDesignId: idOf("form", design),
			designVersion: version,
			layout,
			steps: workflowSteps.filter(({ workflowId }) => workflowId === idOf("workflow", plan.workflow)),
			courses: chosen,
			weightedCourses: chosen.map((course) => [course, course.demand] as const),
		};
	});
	const applicationRows = demoApplications.map(
		({ id, plan, formDesignId }): Row<"applications"> => ({
			...own,
			id,
			formDesignId,
			title: plan.title,
			active: plan.active,
			workflowId: idOf("workflow", plan.workflow),
			startsAt: now - plan.opened * day,
			endsAt: now - plan.closed * day,
			numberFormat: `${institution.numberPrefix}/${plan.year}/######`,
			introduction:
				"Have your results, your birth certificate and a passport photograph at hand.\n\nYou can stop and go on later.",
			confirmation: "We have received your application. We write to you when it has been reviewed.",
			// why at least a day: what begins later is prepared by now.
			createdAt: now - Math.max(plan.opened + 14, 1) * day,
			updatedAt: now - Math.max(plan.opened + 14, 1) * day,
		}),
	);
	const applicationCourses = demoApplications.flatMap(({ id, plan, courses: list }) =>
		list.map((course, position) => {
			const form = plan.ownForms[course.code];
			return {
				...own,
				applicationId: id,
				courseId: course.id,
				position,
				formDesignId: form ? idOf("form", form) : null,
			};
		}),
	);
	const tagRows = demoApplications.flatMap(({ id, plan }): Row<"applicationTags">[] =>
		plan.tags.map((tag) => ({ ...own, applicationId: id, groupItemId: idOf("tag", tag) })),
	);

	return {
		idOf,
		organisation,
		applications: demoApplications,
		rows: {
			organisations: [organisation],
			locations,
			adminLevels,
			adminLevelItems,
			courses: courseRows,
			templates,
			templateDrafts: templateDraftsOf(own, idOf, founded + 890 * day),
			workflows,
			workflowSteps,
			workflowStepAttachments,
			workflowDrafts: workflowDraftsOf({
				own,
				workflows: institution.workflows,
				steps: workflowSteps,
				attachments: workflowStepAttachments,
				idOf,
				from: founded + 890 * day,
			}),
			formDesigns: [
				...formDesigns.map((design) => (design === published ? { ...design, draftStep: 1 } : design)),
				...others.formDesigns,
			],
			formDesignVersions: [...formDesignVersions, ...others.formDesignVersions],
			sensitiveFields,
			formDesignSteps: [
				...others.formDesignSteps,
				...(published ? stepsOf(own, published, layoutOf("undergraduate")) : []),
			],
			applicationGroups,
			applicationGroupItems,
			applications: applicationRows,
			applicationCourses,
			applicationTags: tagRows,
		},
	};
};

export type Setup = ReturnType<typeof setupOf>;
