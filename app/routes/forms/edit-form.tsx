import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { fullName } from "#app/format/names";
import { readSheetSearch } from "#app/list/list-address";
import { answerPage } from "#app/routes/forms/answer-edited-page.server";
import { CloseQuestion } from "#app/routes/forms/close-question";
import { dropChosen } from "#app/routes/forms/drop-chosen.server";
import { EditHead } from "#app/routes/forms/edit-head";
import { EditPreview } from "#app/routes/forms/edit-preview";
import { EditResume } from "#app/routes/forms/edit-resume";
import { EditSection } from "#app/routes/forms/edit-section";
import { EditStepList } from "#app/routes/forms/edit-step-list";
import { type EditStep, previewStep, sectionIds, stepSearch, stepsOf, withRefused } from "#app/routes/forms/edit-steps";
import { viewOf } from "#app/routes/forms/edit-view.server";
import { countChanges } from "#app/routes/forms/edited-form";
import { readEditedForm } from "#app/routes/forms/read-edited-form.server";
import { readMeanwhile } from "#app/routes/forms/read-meanwhile.server";
import { typedOn } from "#app/routes/forms/save-edited-page.server";
import { updateFromDraft } from "#app/routes/forms/update-from-draft.server";
import { readSignedInAnswers } from "#app/session/read-answers.server";
import { requireAccess } from "#app/session/require-user.server";
import { useViewing } from "#app/shell/live";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { fieldText } from "#app/ui/form/field-text";
import { formName, intentName } from "#app/ui/form-fields/field-names";
import { notices } from "#worker/contract/notices";
import { dropDraft } from "#worker/services/forms/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: data ? `Edit ${fullName(data.applicant)} · Matricula` : "Edit applicant · Matricula" },
];

/** Loads one step of the wizard: a section with its draft, the preview, or the offer to continue a draft. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, dropDraft);
	const applicant = orThrow(await args.context.applicant(args.params.applicantId ?? ""));
	const record = await readEditedForm(args.context.api, applicant.formId);
	const { pathname, searchParams } = new URL(args.request.url);
	const changed = new Set(record.changes.flatMap(({ changes }) => changes.map(({ fieldId }) => fieldId)));
	const { data, files } = record.edited;
	const wanted = searchParams.get("section");
	const known = [...sectionIds(record.sections), previewStep];
	const isKnown = wanted !== null && known.includes(wanted);
	if (!isKnown && changed.size === 0) throw redirect(pathname + stepSearch(searchParams, { section: known[0] }));
	return json({
		orgName,
		applicant,
		formId: record.form.id,
		steps: stepsOf(record.sections, { data, files, errors: record.errors, changed }),
		changes: countChanges(record.changes),
		isClosing: searchParams.has("close") && changed.size > 0,
		view: await viewOf(record, isKnown ? wanted : null, searchParams.has("check"), () =>
			readMeanwhile(args.context.api, applicant.id, record),
		),
	});
};

/** Saves the page and goes where its button leads, or updates, or discards (§2 Edit applicant form). */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, dropDraft);
	const { context, params, request } = args;
	const posted = await readSignedInAnswers(request, context);
	const applicant = orThrow(await context.applicant(params.applicantId ?? ""));
	const record = await readEditedForm(context.api, applicant.formId);
	const { pathname, searchParams } = new URL(request.url);
	const drawnFor = fieldText(posted.form.get(formName));
	const isOfMerged = drawnFor === "" ? applicant.id !== params.applicantId : drawnFor !== record.form.id;
	if (isOfMerged) {
		const section = searchParams.get("section") ?? "";
		const typed = typedOn(record, section, posted);
		return json({ ...nothingSaid, section, typed, formErrors: [mergedMeanwhile(applicant)] }, { status: 409 });
	}
	const intent = fieldText(posted.form.get(intentName));
	const sheet = `/${orgName}/applicants/${applicant.id}${readSheetSearch(searchParams)}`;
	const formId = { id: record.form.id };
	if (intent === "discard" || intent === "restart") {
		orThrow(await context.api.call(dropDraft, { params: formId }));
		const first = pathname + stepSearch(searchParams, { section: sectionIds(record.sections)[0] });
		return redirect(intent === "discard" ? sheet : first);
	}
	if (intent === "update") {
		const chosen = await dropChosen(context.api, record, posted.form);
		if (chosen !== record && chosen.changes.length === 0) {
			orThrow(await context.api.call(dropDraft, { params: formId }));
			context.session.flash({ kind: "success", message: "Nothing of yours was left to save" });
			return redirect(sheet);
		}
		const refused = await updateFromDraft(context.api, chosen, posted.form);
		if (refused) return json({ ...nothingSaid, ...refused }, { status: refused.status });
		context.session.flash({ kind: "success", message: notices.detailsSaved });
		return redirect(sheet);
	}
	const answer = await answerPage({ api: context.api, record, posted, intent, searchParams });
	if (answer.to !== undefined) return redirect(answer.to === "sheet" ? sheet : pathname + answer.to);
	const status = answer.problem ? httpStatus(answer.problem) : answer.revealed === undefined ? 422 : 200;
	return json({ ...nothingSaid, ...answer, formErrors: answer.problem ? [answer.problem.error] : [] }, { status });
};

/** Sends the page; without a response it stays with the typed values (§8). */
export const clientAction = keepPage<typeof action>(({ form, problem, searchParams }) => ({
	...nothingSaid,
	section: searchParams.get("section") ?? "",
	problem,
	formErrors: [problem.error],
	version: Number(fieldText(form.get("version"))) || null,
}));

const shown = shows<typeof loader>({
	applicant: ({ data }) => data.applicant.id,
	records: ({ data }) => data.applicant.applicationId,
});
export const { shouldRevalidate } = shown;

/** The wizard takes the whole screen (§2): the frame hides its navigation. */
export const handle = { ...shown.handle, isFullScreen: true };

/** why not applied to the kept record: it was typed over the other's answers. */
const mergedMeanwhile = (kept: Parameters<typeof fullName>[0] & { applicationNumber: string }): string =>
	`This applicant was merged into ${fullName(kept)} (${kept.applicationNumber}) after you opened the page. Nothing was saved. Your answers are still here: check them, then save again.`;

/** The response's fields when they have no value. */
const nothingSaid = {
	section: null as string | null,
	errors: {} as Record<string, string[]>,
	formErrors: [] as string[],
	typed: null as Record<string, unknown> | null,
	version: null as number | null,
	stale: null as { by: string | null; updatedAt: number | null } | null,
	revealed: undefined as string | undefined,
};

const EditForm = () => {
	const { orgName, applicant, formId, steps, changes, isClosing, view } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const [params] = useSearchParams();
	const others = useViewing(applicant.id);
	const files = `/${orgName}/applicants/${applicant.id}/files/${formId}`;
	const sheet = `/${orgName}/applicants/${applicant.id}${readSheetSearch(params)}`;
	const step = view.kind === "section" ? view.id : view.kind === "preview" ? previewStep : undefined;
	const here = stepSearch(params, { section: step });
	const isSection = view.kind === "section";
	const closeTo = changes > 0 ? stepSearch(params, { section: step, close: true }) : sheet;
	const listOf = (shown: readonly EditStep[]) => (
		<EditStepList steps={shown} current={step} changes={changes} params={params} submits={isSection} />
	);
	const frame = {
		head: <EditHead applicant={applicant} others={others} closeTo={isSection ? undefined : closeTo} />,
		here,
		fileHref: ({ id }: { id: string }) =>
			view.kind !== "resume" && view.savedFiles.includes(id) ? `${files}/${id}` : undefined,
	};
	return (
		<>
			{view.kind === "section" && (
				<EditSection
					{...frame}
					key={view.id}
					list={(refused) => listOf(withRefused(steps, view.id, refused))}
					view={view}
					formId={formId}
					isFirst={steps[0]?.id === view.id}
					isLast={steps.at(-1)?.id === view.id}
					title={steps.find(({ id }) => id === view.id)?.title ?? ""}
					answer={answer?.section === view.id ? answer : undefined}
				/>
			)}
			{view.kind === "preview" && (
				<EditPreview
					{...frame}
					list={listOf(steps)}
					view={view}
					answer={answer}
					changes={changes}
					params={params}
					backTo={steps.at(-1)?.id}
				/>
			)}
			{view.kind === "resume" && (
				<EditResume view={view} answer={answer} changes={changes} params={params} head={frame.head} />
			)}
			{isClosing && <CloseQuestion answer={answer} changes={changes} here={here} sheet={sheet} />}
		</>
	);
};
export default EditForm;

export const ErrorBoundary = () => (
	<ProblemPage
		texts={{ 404: { title: "Page not Found", message: "This applicant does not exist, or has no form to edit." } }}
	/>
);
