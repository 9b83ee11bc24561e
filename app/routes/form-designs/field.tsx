import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { readMeanwhile } from "#app/records/meanwhile";
import { RecordInput } from "#app/records/record-field";
import { showsRecords } from "#app/records/screen";
import { useLastThere } from "#app/records/use-last-there";
import { EditDialog } from "#app/routes/form-designs/edit-dialog";
import { FieldForm, fieldOf, writeOptions } from "#app/routes/form-designs/field-form";
import { FieldLimits } from "#app/routes/form-designs/field-limits";
import { aboutField, fieldTypeNames } from "#app/routes/form-designs/field-types";
import { editDraft, formAt, loadDraft, removedFrom } from "#app/routes/form-designs/load-draft.server";
import { designScreen, newPart } from "#app/routes/form-designs/screen";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { titledOver } from "#app/shell/titled";
import {
	addField,
	changeField,
	findField,
	findSection,
	placeNow,
	whyNotBeside,
} from "#worker/contract/forms/edit-layout";
import { fieldLabel } from "#worker/contract/forms/form-schema";
import { designLimits } from "#worker/contract/forms/layout-to-save";
import { fail } from "#worker/contract/result";
import { DesignDraft, saveDesignDraft } from "#worker/services/form-designs/contract";

export const meta = titledOver("Field");

const placeOf = ({ params }: LoaderFunctionArgs) => ({
	sectionId: params.sectionId ?? "",
	fieldId: params.fieldId ?? "",
});

/** Loads a field of the draft, or a new one of its section. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, saveDesignDraft);
	const { layout, version } = await loadDraft(api, args);
	const place = placeOf(args);
	const now = placeNow(layout, place);
	const found = now && findField(layout, now);
	const isNew = place.fieldId === newPart;
	const isGone = isNew ? !findSection(layout, place.sectionId) : !found;
	const { options, ...props } = found?.col.props ?? { label: "" };
	return json(
		{
			isGone,
			fieldId: isNew ? null : place.fieldId,
			name: found ? fieldLabel(found.col) : place.fieldId,
			values: {
				...props,
				type: found?.col.type ?? "",
				options: writeOptions(options),
				isBeside: (found?.colIndex ?? 0) > 0,
				repeatable: found?.row.repeatable ?? false,
			},
			version,
			closeTo: formAt(args, place.sectionId),
		},
		{ status: isGone ? 404 : 200 },
	);
};

/** Adds the field at the end of its section, or changes it where it is. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session } = await requireAccess(args, saveDesignDraft);
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: FieldForm });
	if (submission.status !== "success") return json({ result: submission.reply(), meanwhile: null }, { status: 422 });
	const place = placeOf(args);
	const isNew = place.fieldId === newPart;
	const typed = fieldOf(submission.value);
	const { saved } = await editDraft(api, args, {
		version: submission.value.version,
		edit: (layout, draft) => {
			const now = isNew
				? findSection(layout, place.sectionId) && { sectionId: place.sectionId }
				: placeNow(layout, place);
			if (!now) return removedFrom(draft);
			const full = typed.isBeside ? whyNotBeside(layout, now) : undefined;
			if (full !== undefined) return fail("invalid", { fields: { isBeside: [full] } });
			return "fieldId" in now ? changeField(layout, now, typed) : addField(layout, now.sectionId, typed);
		},
	});
	if (!saved.ok) {
		const { fields = {}, ...rest } = saved.problem;
		const refused = fields.isBeside ? saved.problem : { ...rest, error: Object.values(fields)[0]?.[0] ?? rest.error };
		return json(
			{ result: replyWithProblem(submission, refused), meanwhile: readMeanwhile(saved.problem, DesignDraft) },
			{ status: httpStatus(saved.problem) },
		);
	}
	session.flash({ kind: "success", message: `“${typed.props.label}” was ${isNew ? "added" : "saved"}` });
	return redirect(formAt(args, place.sectionId));
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: FieldForm }), problem),
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = showsRecords(designScreen);

const types = Object.entries(fieldTypeNames).map(([value, label]) => ({ value, label }));

/** A field: what is asked, how it is answered, and where it stands. */
const Field = () => {
	const loaded = useLoaderData<typeof loader>();
	const { fieldId, name, values: stored, version, closeTo } = useLastThere(loaded);
	const { result, meanwhile = null } = useKeptAnswer<typeof action>() ?? {};
	const values: Record<string, unknown> = result?.initialValue ?? stored;
	const about = (field: string) => ({
		value: values[field],
		errors: result?.error?.[field] ?? null,
		timeZone: "UTC",
		choices: [],
		isFirst: false,
	});
	const theirs = meanwhile?.current.layout.sections
		.flatMap(({ rows }) => rows.flatMap(({ cols }) => cols))
		.find((col) => col.fieldId === fieldId);
	return (
		<EditDialog
			title={fieldId === null ? "New field" : `Field “${name}”`}
			submitLabel={fieldId === null ? "Add field" : "Save"}
			closeTo={closeTo}
			version={version}
			errors={result?.error?.[""] ?? null}
			gone={loaded.isGone && (fieldId === null ? "The section" : "It")}
			meanwhile={
				meanwhile && {
					version: meanwhile.version,
					values: theirs
						? [
								["Label", fieldLabel(theirs)],
								["Type", aboutField(theirs).join(" · ")],
							]
						: [["The form", "It has been changed. Save to keep your change too."]],
				}
			}
		>
			<RecordInput
				{...about("label")}
				field={{ name: "label", label: "Label", maxLength: designLimits.label }}
				isFirst
			/>
			<RecordInput
				{...about("type")}
				field={{ as: "choice", name: "type", label: "Type", placeholder: "Choose a type" }}
				choices={types}
			/>
			<RecordInput {...about("required")} field={{ as: "flag", name: "required", label: "An answer is required" }} />
			<RecordInput
				{...about("help")}
				field={{ as: "lines", name: "help", label: "Hint", maxLength: designLimits.text, isOptional: true }}
			/>
			<RecordInput
				{...about("alternateLabel")}
				field={{
					name: "alternateLabel",
					label: "Short label",
					maxLength: designLimits.label,
					isOptional: true,
					description: "Lists and sheets call the field by it where the label is long.",
				}}
			/>
			<FieldLimits about={about} type={String(values.type ?? "")} />
			<RecordInput
				{...about("isBeside")}
				field={{
					as: "flag",
					name: "isBeside",
					label: "On the line of the field before it",
					description: `A line has room for ${designLimits.fieldsOfRow} fields.`,
				}}
			/>
			<RecordInput
				{...about("repeatable")}
				field={{
					as: "flag",
					name: "repeatable",
					label: "Applicants can repeat its line",
					description: "A subject with its score, as often as they need.",
				}}
			/>
			<RecordInput
				{...about("isPublic")}
				field={{ as: "flag", name: "isPublic", label: "In the public summary of an applicant" }}
			/>
			<RecordInput
				{...about("isSensitive")}
				field={{
					as: "flag",
					name: "isSensitive",
					label: "Sensitive",
					description:
						"The answer is masked for staff until somebody reveals it, which is logged. Once published, for all who have answered.",
				}}
			/>
			{fieldId === null ? (
				<RecordInput
					{...about("fieldId")}
					field={{
						name: "fieldId",
						label: "Id",
						maxLength: designLimits.id,
						isOptional: true,
						description: "Answers are kept by it. Empty: it is made from the label. It cannot be changed afterwards.",
					}}
				/>
			) : (
				<p className="text-sm text-text-2">
					Its answers are kept by the id <code>{fieldId}</code>.
				</p>
			)}
		</EditDialog>
	);
};
export default Field;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
