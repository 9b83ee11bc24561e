import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { type Meanwhile, readMeanwhile } from "#app/records/meanwhile";
import { RecordInput } from "#app/records/record-field";
import { showsRecords } from "#app/records/screen";
import { useLastThere } from "#app/records/use-last-there";
import { choicesOf, readCondition, typedCondition } from "#app/routes/form-designs/condition-form.server";
import { comparisonNames, needsAnswers, needsNumber } from "#app/routes/form-designs/condition-words";
import { EditDialog } from "#app/routes/form-designs/edit-dialog";
import { editDraft, formAt, loadDraft, removedFrom } from "#app/routes/form-designs/load-draft.server";
import { designScreen } from "#app/routes/form-designs/screen";
import { readSignedInAnswers } from "#app/session/read-answers.server";
import { requireAccess } from "#app/session/require-user.server";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { fieldText } from "#app/ui/form/field-text";
import { TextLink } from "#app/ui/text-link";
import { useHydrated } from "#app/ui/use-hydrated";
import { comparisonsOf, conditionProblems, possibleDeciders } from "#worker/contract/forms/check-conditions";
import { conditionText } from "#worker/contract/forms/condition-text";
import { type Decider, decidersIn } from "#worker/contract/forms/conditions";
import { findField, findSection, placeNow, setCondition } from "#worker/contract/forms/edit-layout";
import { kindOf } from "#worker/contract/forms/field-kind";
import { type FormLayout, fieldLabel } from "#worker/contract/forms/form-schema";
import { places } from "#worker/contract/forms/places.server";
import { DesignDraft, saveDesignDraft } from "#worker/services/form-designs/contract";

export const meta = titledOver("Condition");

/** Returns the section or field that the address names, and its name; undefined when it was removed. */
const partOf = (layout: FormLayout, { params }: LoaderFunctionArgs) => {
	const { sectionId = "", fieldId } = params;
	const place = fieldId === undefined ? { sectionId } : placeNow(layout, { sectionId, fieldId });
	const section = place && findSection(layout, place.sectionId);
	const col = place && "fieldId" in place ? findField(layout, place)?.col : undefined;
	return section && { section, col, name: col ? fieldLabel(col) : section.title };
};

/** why all fields for a part that was removed: what was typed about one is shown all the same. */
const decidersOf = (layout: FormLayout, part: ReturnType<typeof partOf>): Decider[] =>
	part
		? possibleDeciders(layout, part)
		: layout.sections.flatMap((section) => section.rows.flatMap(({ cols }) => cols.map((col) => ({ section, col }))));

/** In the address: the field that decides, or `choose` for another one. */
const decidedBy = "of";

/** Loads when a section or field is asked for: first which field decides, then which of its answers. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, saveDesignDraft);
	const { layout, version } = await loadDraft(api, args);
	const part = partOf(layout, args);
	const showWhen = part && (part.col ?? part.section).showWhen;
	const { pathname, searchParams } = new URL(args.request.url);
	const asked = searchParams.get(decidedBy) ?? showWhen?.fieldId;
	const possible = decidersOf(layout, part);
	const decider = possible.find(({ col }) => col.fieldId === asked)?.col;
	const before = showWhen && showWhen.fieldId === decider?.fieldId ? showWhen : undefined;
	const data = {
		isGone: !part,
		name: part?.name ?? args.params.fieldId ?? args.params.sectionId ?? "",
		isSection: args.params.fieldId === undefined,
		version,
		closeTo: formAt(args, part?.section.id),
		chooseAt: `${pathname}?${decidedBy}=`,
		now: part && showWhen ? conditionText(decidersIn(layout), part.section, showWhen) : null,
		wrong: conditionProblems(layout, places)
			.filter(({ section, col }) => section === part?.section && col === part.col)
			.map(({ message }) => message),
		fields:
			decider || !part
				? []
				: possible.map(({ section, col }) => ({
						value: col.fieldId,
						label: section === part?.section ? fieldLabel(col) : `${fieldLabel(col)} (${section.title})`,
					})),
		decider: decider
			? {
					fieldId: decider.fieldId,
					label: fieldLabel(decider),
					isBox: kindOf(decider) === "checkbox",
					comparisons: comparisonsOf(decider).map((value) => ({ value, label: comparisonNames[value] })),
					choices: choicesOf(decider, before?.values ?? []),
				}
			: null,
		values: {
			is: before?.is ?? "",
			values: before?.values ?? [],
			number: before?.number === undefined ? "" : String(before.number),
		},
	};
	return json(data, { status: part ? 200 : 404 });
};

interface Answer {
	errors: Partial<Record<"" | "of" | "is" | "values" | "number", string[]>>;
	typed: ReturnType<typeof typedCondition> | null;
	meanwhile: Meanwhile<DesignDraft> | null;
}
const nothingWrong: Answer = { errors: {}, typed: null, meanwhile: null };

/** Chooses the field that decides, sets the condition, or removes it. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session } = await requireAccess(args, saveDesignDraft);
	const { form } = await readSignedInAnswers(args.request, args.context);
	const { layout } = await loadDraft(api, args);
	const part = partOf(layout, args);
	const isRemoved = form.get("do") === "remove";
	const decider = decidersOf(layout, part).find(({ col }) => col.fieldId === form.get("of"))?.col;
	if (!isRemoved && !decider)
		return json<Answer>({ ...nothingWrong, errors: { of: ["Choose a field of the form"] } }, { status: 422 });
	const typed = typedCondition(form);
	// why: it was chosen on the page before.
	if (!isRemoved && decider && !form.has("is")) {
		const { pathname } = new URL(args.request.url);
		return redirect(`${pathname}?${decidedBy}=${encodeURIComponent(decider.fieldId)}`);
	}
	const read = isRemoved || !decider ? { showWhen: undefined } : readCondition(decider, typed);
	if ("errors" in read) return json<Answer>({ ...nothingWrong, errors: read.errors, typed }, { status: 422 });
	const version = Number(fieldText(form.get("version"))) || undefined;
	const { saved } = await editDraft(api, args, {
		version,
		edit: (before, draft) => {
			const now = partOf(before, args);
			if (!now) return removedFrom(draft);
			return setCondition(before, { sectionId: now.section.id, fieldId: now.col?.fieldId }, read.showWhen);
		},
	});
	if (!saved.ok) {
		const { fields = {}, error } = saved.problem;
		const errors = { "": [Object.values(fields)[0]?.[0] ?? error] };
		return json<Answer>(
			{ errors, typed, meanwhile: readMeanwhile(saved.problem, DesignDraft) },
			{ status: httpStatus(saved.problem) },
		);
	}
	const name = part?.name ?? "";
	const message = isRemoved ? `“${name}” is always asked for` : `“${name}” is asked for by its condition`;
	session.flash({ kind: "success", message });
	return redirect(formAt(args, part?.section.id));
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({
	errors: { "": [error] },
	typed: null,
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = showsRecords(designScreen);

/** When a section or a field is asked for. */
const Condition = () => {
	const loaded = useLoaderData<typeof loader>();
	const { isGone } = loaded;
	const { name, isSection, version, closeTo, chooseAt, now, wrong, fields, decider, values } = useLastThere(loaded);
	const { errors = {}, typed = null, meanwhile = null } = useKeptAnswer<typeof action>() ?? {};
	const shown = typed ?? values;
	return (
		<EditDialog
			title={`When ${isSection ? "section " : ""}“${name}” is asked for`}
			submitLabel={decider ? "Save" : "Continue"}
			closeTo={closeTo}
			version={version}
			errors={errors[""] ?? null}
			gone={isGone && "It"}
			meanwhile={
				meanwhile && {
					version: meanwhile.version,
					values: [["The form", "It has been changed. Save to keep your change too."]],
				}
			}
		>
			{/* why: Enter in a field presses the first button, which must not remove the condition. */}
			<button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
			{wrong.length > 0 ? (
				wrong.map((message) => (
					<p key={message} className="text-red">
						{message}
					</p>
				))
			) : isGone && !now ? null : (
				<p className="text-text-2">
					{now
						? `It is asked for only when ${now}.`
						: "It is always asked for. Choose a field whose answer decides, and then the answer."}
				</p>
			)}
			{decider ? (
				<DeciderFields key={decider.fieldId} decider={decider} shown={shown} errors={errors} chooseAt={chooseAt} />
			) : fields.length > 0 ? (
				<RecordInput
					value=""
					errors={errors.of ?? null}
					timeZone="UTC"
					isFirst
					choices={fields}
					field={{
						as: "choice",
						name: "of",
						label: "Field whose answer decides",
						placeholder: "Choose a field",
						description: "Fields that can be answered several times, or that wait for this one, are not listed.",
					}}
				/>
			) : isGone ? null : (
				<p>No other field of the form can decide. Add one first.</p>
			)}
			{now && (
				<div>
					<Button name="do" value="remove">
						Remove condition
					</Button>
				</div>
			)}
		</EditDialog>
	);
};
export default Condition;

interface DeciderFieldsProps {
	decider: {
		fieldId: string;
		label: string;
		isBox: boolean;
		comparisons: { value: string; label: string }[];
		choices: { value: string; label: string }[] | null;
	};
	shown: { is: string; values: string[]; number: string };
	errors: Answer["errors"];
	chooseAt: string;
}

/** Which answers of the field that decides. With scripts, only the inputs that the comparison needs are there. */
const DeciderFields = ({ decider, shown, errors, chooseAt }: DeciderFieldsProps) => {
	const { comparisons, choices, isBox } = decider;
	const isHydrated = useHydrated();
	const [is, setIs] = useState(shown.is || (comparisons[0]?.value ?? ""));
	const has = (needs: (is: string) => boolean) =>
		comparisons.some(({ value }) => needs(value)) && (!isHydrated || needs(is));
	const about = { timeZone: "UTC", isFirst: false };
	return (
		<>
			<input type="hidden" name="of" value={decider.fieldId} />
			<p>
				<span className="font-medium">{decider.label}</span>{" "}
				<TextLink to={chooseAt} preventScrollReset>
					Choose another field
				</TextLink>
			</p>
			{isBox ? (
				<input type="hidden" name="is" value="one-of" />
			) : (
				<div onChange={(event) => event.target instanceof HTMLSelectElement && setIs(event.target.value)}>
					<RecordInput
						{...about}
						value={is}
						errors={errors.is ?? null}
						isFirst
						choices={comparisons}
						field={{ as: "choice", name: "is", label: "Its answer", placeholder: "Choose" }}
					/>
				</div>
			)}
			{has(needsAnswers) &&
				(choices ? (
					<RecordInput
						{...about}
						value={shown.values}
						errors={errors.values ?? null}
						choices={choices}
						field={{ as: "choices", name: "values", label: isBox ? "The box is" : "Answers" }}
					/>
				) : (
					<RecordInput
						{...about}
						value={shown.values.join("\n")}
						errors={errors.values ?? null}
						choices={[]}
						field={{
							as: "lines",
							name: "lines",
							label: "Answers",
							maxLength: 20_000,
							isOptional: true,
							description: "One a line. Capital letters make no difference.",
						}}
					/>
				))}
			{has(needsNumber) && (
				<RecordInput
					{...about}
					value={shown.number}
					errors={errors.number ?? null}
					choices={[]}
					field={{ as: "number", name: "number", label: "Number", isOptional: true }}
				/>
			)}
		</>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
