import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { readMeanwhile, seenVersion } from "#app/records/meanwhile";
import { RecordInput } from "#app/records/record-field";
import { showsRecords } from "#app/records/screen";
import { useLastThere } from "#app/records/use-last-there";
import { EditDialog } from "#app/routes/form-designs/edit-dialog";
import { aboutSection } from "#app/routes/form-designs/field-types";
import { editDraft, formAt, loadDraft, removedFrom } from "#app/routes/form-designs/load-draft.server";
import { designScreen, newPart } from "#app/routes/form-designs/screen";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { titledOver } from "#app/shell/titled";
import { addSection, changeSection, findSection } from "#worker/contract/forms/edit-layout";
import { designLimits, SectionToSave } from "#worker/contract/forms/layout-to-save";
import { DesignDraft, saveDesignDraft } from "#worker/services/form-designs/contract";

export const meta = titledOver("Section");

/** Loads a section of the draft, or a new one. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, saveDesignDraft);
	const { layout, version } = await loadDraft(api, args);
	const { sectionId = "" } = args.params;
	const found = findSection(layout, sectionId);
	const isNew = sectionId === newPart;
	const isGone = !found && !isNew;
	const { rows: _, ...section } = found ?? { rows: [], id: isNew ? null : sectionId, title: "" };
	return json({ isGone, section, version, closeTo: formAt(args, found?.id) }, { status: isGone ? 404 : 200 });
};

const { entries } = SectionToSave;

const SectionForm = v.object({
	title: entries.title,
	description: entries.description,
	refereeSectionType: entries.refereeSectionType,
	repeatable: v.optional(v.boolean(), false),
	isPublic: v.optional(v.boolean(), false),
	version: seenVersion,
});

/** Adds the section at the end, or changes it where it is. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session } = await requireAccess(args, saveDesignDraft);
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: SectionForm });
	if (submission.status !== "success") return json({ result: submission.reply(), meanwhile: null }, { status: 422 });
	const { version, title, description, refereeSectionType, repeatable, isPublic } = submission.value;
	const about = {
		title,
		...(description && { description }),
		...(refereeSectionType && { refereeSectionType }),
		...(repeatable && { repeatable }),
		...(isPublic && { isPublic }),
	};
	const { sectionId = "" } = args.params;
	const isNew = sectionId === newPart;
	const { saved, layout } = await editDraft(api, args, {
		version,
		edit: (before, draft) => {
			if (isNew) return addSection(before, about);
			return findSection(before, sectionId) ? changeSection(before, sectionId, about) : removedFrom(draft);
		},
	});
	if (!saved.ok) {
		const { fields = {}, ...rest } = saved.problem;
		const refused = { ...rest, error: Object.values(fields)[0]?.[0] ?? rest.error };
		return json(
			{ result: replyWithProblem(submission, refused), meanwhile: readMeanwhile(saved.problem, DesignDraft) },
			{ status: httpStatus(saved.problem) },
		);
	}
	session.flash({ kind: "success", message: `“${title}” was ${isNew ? "added" : "saved"}` });
	return redirect(formAt(args, isNew ? layout.sections.at(-1)?.id : sectionId));
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: SectionForm }), problem),
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = showsRecords(designScreen);

/** A section: what it is called, and who answers it how often. */
const Section = () => {
	const loaded = useLoaderData<typeof loader>();
	const { section, version, closeTo } = useLastThere(loaded);
	const { result, meanwhile = null } = useKeptAnswer<typeof action>() ?? {};
	const values: Record<string, unknown> = result?.initialValue ?? section;
	const about = (name: string) => ({
		value: values[name],
		errors: result?.error?.[name] ?? null,
		timeZone: "UTC",
		choices: [],
		isFirst: false,
	});
	const theirs = meanwhile?.current.layout.sections.find(({ id }) => id === section.id);
	return (
		<EditDialog
			title={section.id === null ? "New section" : `Section “${section.title || section.id}”`}
			submitLabel={section.id === null ? "Add section" : "Save"}
			closeTo={closeTo}
			version={version}
			errors={result?.error?.[""] ?? null}
			gone={loaded.isGone && "It"}
			meanwhile={
				meanwhile && {
					version: meanwhile.version,
					values: theirs
						? [
								["Title", theirs.title],
								["Text below the title", theirs.description ?? ""],
								["Rules", aboutSection(theirs).join(" · ")],
							]
						: [["Sections", meanwhile.current.layout.sections.map(({ title }) => title).join(", ")]],
				}
			}
		>
			<RecordInput
				{...about("title")}
				field={{ name: "title", label: "Title", maxLength: designLimits.title }}
				isFirst
			/>
			<RecordInput
				{...about("description")}
				field={{
					as: "lines",
					name: "description",
					label: "Text below the title",
					maxLength: designLimits.text,
					isOptional: true,
				}}
			/>
			<RecordInput
				{...about("repeatable")}
				field={{
					as: "flag",
					name: "repeatable",
					label: "Can be repeated",
					description: "Applicants answer it as often as they need, once for each school for instance.",
				}}
			/>
			<RecordInput
				{...about("isPublic")}
				field={{
					as: "flag",
					name: "isPublic",
					label: "In the public summary",
					description: "Everybody who has the link of an applicant’s summary sees these answers.",
				}}
			/>
			<RecordInput
				{...about("refereeSectionType")}
				field={{
					name: "refereeSectionType",
					label: "Kind of referee who answers it",
					maxLength: designLimits.id,
					isOptional: true,
					description: "Such as academic. Empty: the applicant answers it.",
				}}
			/>
		</EditDialog>
	);
};
export default Section;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
