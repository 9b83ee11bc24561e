import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
	type SerializeFrom,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Plus } from "lucide-react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { seenVersion } from "#app/records/meanwhile";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { DesignStatus } from "#app/routes/form-designs/design-status";
import { DraftProblems } from "#app/routes/form-designs/draft-problems";
import { DragHandles } from "#app/routes/form-designs/drag-handles";
import { EditorActions } from "#app/routes/form-designs/editor-actions";
import { editDraft, formAt, loadDraft } from "#app/routes/form-designs/load-draft.server";
import { OpenSection } from "#app/routes/form-designs/open-section";
import { pressButton } from "#app/routes/form-designs/press-button";
import { designScreen, editorForm, newPart } from "#app/routes/form-designs/screen";
import { SectionList } from "#app/routes/form-designs/section-list";
import { useEditorCommands } from "#app/routes/form-designs/use-editor-commands";
import { mayEverywhere } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { SignedInForm } from "#app/ui/form/form";
import { UndoButtons } from "#app/ui/form/undo-buttons";
import { PageHeader } from "#app/ui/page/page-header";
import { TextLink } from "#app/ui/text-link";
import { conditionText } from "#worker/contract/forms/condition-text";
import { conditionalParts, decidersIn } from "#worker/contract/forms/conditions";
import type { FormLayout, FormSection } from "#worker/contract/forms/form-schema";
import {
	createDesign,
	deleteDesign,
	designRecord,
	dropDesignDraft,
	getDesign,
	saveDesignDraft,
	stepDesignDraft,
} from "#worker/services/form-designs/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `${data?.design.title ?? "Form"} · Matricula` },
];

/** Loads the sections of a form, and the fields of the one that the address names. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api } = await requireAccess(args, designRecord.history);
	const params = { id: args.params.recordId ?? "" };
	const [design, draft] = await Promise.all([api.call(getDesign, { params }).then(orThrow), loadDraft(api, args)]);
	const { layout, problems, steps, changes, ...state } = draft;
	const asked = args.params.sectionId ?? new URL(args.request.url).searchParams.get("section");
	const section = layout.sections.find(({ id }) => id === asked) ?? layout.sections[0] ?? null;
	return json({
		design,
		state,
		section,
		changes: changes.length,
		conditions: conditionsIn(layout, section),
		sections: layout.sections.map(({ rows, ...about }) => ({
			...about,
			fields: rows.reduce((sum, { cols }) => sum + cols.length, 0),
			problems: problems.filter(({ sectionId }) => sectionId === about.id).length,
		})),
		problems: problems.filter(({ sectionId }) => sectionId === null || sectionId === section?.id),
		allProblems: problems.length,
		lastStep: steps.find(({ isUndone }) => !isUndone) ?? null,
		nextStep: steps.findLast(({ isUndone }) => isUndone) ?? null,
		mayEdit: mayEverywhere(user, saveDesignDraft),
		mayCreate: mayEverywhere(user, createDesign),
		mayDelete: mayEverywhere(user, deleteDesign),
	});
};
/** Says when a section, and each of its fields, is asked for. */
const conditionsIn = (layout: FormLayout, section: FormSection | null) => {
	const find = decidersIn(layout);
	return conditionalParts(layout)
		.filter((part) => part.section === section)
		.flatMap(({ section: own, col }) => {
			const { showWhen } = col ?? own;
			return showWhen ? [{ fieldId: col?.fieldId ?? null, text: conditionText(find, own, showWhen) }] : [];
		});
};

export type EditorData = SerializeFrom<typeof loader>;

const EditForm = v.object({
	/** What a button does, and with what: "move-field earlier schools schoolName". */
	do: v.string(),
	/** The section that is open. */
	open: v.optional(v.string(), ""),
	version: seenVersion,
});

/** Moves or removes a section or a field, undoes or repeats a change, or discards the draft. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session } = await requireAccess(args, saveDesignDraft);
	const read = v.safeParse(EditForm, Object.fromEntries(await readSignedInForm(args.request, args.context)));
	if (!read.success) return json({ error: "Reload the page and try again." }, { status: 422 });
	const { version, open } = read.output;
	const words = read.output.do.split(" ");
	const [what] = words;
	const params = { id: args.params.recordId ?? "" };
	const done = async () => {
		if (what === "undo" || what === "redo") {
			const said = what === "undo" ? "The last change was undone" : "The change was made again";
			return { saved: await api.call(stepDesignDraft, { params, body: { to: what, version } }), said };
		}
		if (what === "discard")
			return {
				saved: await api.call(dropDesignDraft, {
					params,
					query: version === undefined ? {} : { version: String(version) },
				}),
				said: "The draft was discarded",
			};
		let said = "Nothing was changed";
		const { saved } = await editDraft(api, args, {
			version,
			edit: (layout) => {
				const result = pressButton(layout, words);
				said = result?.said ?? said;
				return result?.layout ?? layout;
			},
		});
		return { saved, said };
	};
	const { saved, said } = await done();
	if (!saved.ok && saved.problem.status === 404) orThrow(saved);
	if (!saved.ok) {
		const error =
			saved.problem.code === "changed_meanwhile"
				? "Somebody else has changed the form. It is shown as it is now; make your change again."
				: saved.problem.error;
		return json({ error }, { status: httpStatus(saved.problem) });
	}
	session.flash({ kind: "success", message: said });
	return redirect(formAt(args, open));
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = showsRecords(designScreen);

/** A form with its sections, and the fields of one of them (§2 Forms). */
const Editor = () => {
	const data = useLoaderData<typeof loader>();
	const { design, state, section, sections, allProblems, changes, lastStep, nextStep, mayEdit } = data;
	const answer = useActionData<typeof action>();
	const { orgName } = useShell();
	const here = `/${orgName}/forms/${design.id}`;
	useEditorCommands(data, here);
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				back={{ to: `/${orgName}/forms`, label: "Forms" }}
				title={design.title}
				actions={<EditorActions data={data} here={here} />}
			/>
			<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
				<DesignStatus design={design} />
				<p className="min-w-0 text-sm text-text-2">
					{!state.isStarted
						? "Applicants fill in this version. To change it begins a draft beside it."
						: design.publishedVersion === 0
							? "Nobody can fill it in before it is published."
							: `The draft has ${formatCount(changes, "change")}. Applicants fill in version ${design.publishedVersion} until it is published.`}
				</p>
			</div>
			{answer?.error && (
				<Callout tone="danger" role="alert">
					{answer.error}
				</Callout>
			)}
			{design.tiedApplications.length > 0 && (
				<p className="text-sm text-text-2">
					Used by{" "}
					{design.tiedApplications.map(({ id, title }, index) => (
						<span key={id}>
							{index > 0 && ", "}
							<TextLink to={`/${orgName}/manage-applications/${id}`}>{title}</TextLink>
						</span>
					))}
				</p>
			)}
			<SignedInForm
				id={editorForm}
				preventScrollReset
				// why: it has no fields to be sent, and its first button is Undo.
				onKeyDown={(event) => event.key === "Enter" && (event.metaKey || event.ctrlKey) && event.preventDefault()}
				className="grid grid-cols-1 gap-4"
			>
				<input type="hidden" name="version" value={state.version} />
				<input type="hidden" name="open" value={section?.id ?? ""} />
				{mayEdit && <DragHandles of={data} formId={editorForm} />}
				{mayEdit && (state.isStarted || state.canUndo) && (
					<div className="flex flex-wrap items-center gap-2">
						<UndoButtons name="do" canUndo={state.canUndo} canRedo={state.canRedo} />
						{state.isStarted && design.publishedVersion > 0 && (
							<Button name="do" value="discard" variant="ghost">
								Discard draft
							</Button>
						)}
						<p className="min-w-0 text-sm text-text-2 wrap-anywhere">
							{state.canUndo && lastStep && `Last change: ${lastStep.what}${lastStep.by ? ` (${lastStep.by})` : ""}`}
							{!state.isStarted && "The draft was discarded. Undo brings it back."}
							{!state.canUndo && state.canRedo && nextStep && `Undone: ${nextStep.what}`}
						</p>
					</div>
				)}
				{allProblems > 0 && state.isStarted && <DraftProblems data={data} here={here} />}
				<div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[18rem_minmax(0,1fr)]">
					<section aria-labelledby="sections" className="grid grid-cols-1 gap-2">
						<div className="flex flex-wrap items-center justify-between gap-2">
							<h2 id="sections" className="text-lg">
								Sections
							</h2>
							{mayEdit && (
								<LinkButton to={`${here}/sections/${newPart}`} icon={Plus} size="small" preventScrollReset>
									Add section
								</LinkButton>
							)}
						</div>
						<SectionList sections={sections} openId={section?.id} here={here} mayEdit={mayEdit} />
					</section>
					{section && <OpenSection section={section} conditions={data.conditions} here={here} mayEdit={mayEdit} />}
				</div>
			</SignedInForm>
			<DialogOutlet />
		</div>
	);
};
export default Editor;

export const ErrorBoundary = () => <RecordProblem screen={designScreen} />;
