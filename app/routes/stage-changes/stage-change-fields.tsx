import type { FieldMetadata } from "@conform-to/react";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { warnOfLetters, warnOfUnsubmitted } from "#app/format/warn-of-move";
import type { FoundLocations, LocationPage } from "#app/list/find-locations.server";
import { LocationField } from "#app/list/location-field";
import { GivenByChange } from "#app/routes/stage-changes/typed-comment";
import type { OfferedReason } from "#app/shell/reasons/offered-reason";
import { Callout } from "#app/ui/callout";
import { fieldText } from "#app/ui/form/field-text";
import { SelectField } from "#app/ui/form/select-field";
import { TextareaField } from "#app/ui/form/textarea-field";
import { wired } from "#app/ui/form/wired";
import { useHydrated } from "#app/ui/use-hydrated";
import { useLazy } from "#app/ui/use-lazy";
import { offersPlace, offersUnsubmitted, type StageType } from "#worker/contract/stage-types";
import type { WorkflowStep } from "#worker/services/workflows/contract";

interface StageChangeFieldsProps {
	fields: {
		stageId: FieldMetadata<string>;
		reason: FieldMetadata<string>;
		reasonId: FieldMetadata<string | null | undefined>;
		locationId: FieldMetadata<string | null | undefined>;
	};
	/** The stages to choose from; `reason` says why the rules of the workflow do not allow one. */
	steps: readonly (WorkflowStep & { current: boolean; reason?: string | null })[];
	locations: LocationPage;
	/** The locations found by a search without scripts. */
	found?: FoundLocations | null;
	/** The stage, when it was chosen before and is only repeated. */
	chosen?: WorkflowStep;
	/** The one applicant: the type of their stage, and whether a letter is in force. */
	from?: { type: StageType; hasLetter: boolean };
	reasons: readonly OfferedReason[];
	children?: ReactNode;
}

/** Warns before a place is offered to applicants who have not submitted the form. */
export const NeverSubmitted = ({ count }: { count: number }) =>
	count > 0 && (
		<Callout tone="warning" role="status">
			{warnOfUnsubmitted(count)}
		</Callout>
	);

/** Warns before applicants with a letter are moved to a stage that makes none. */
export const LetterStays = ({ applicants, stageName }: { applicants: number | null; stageName: string }) => (
	<Callout tone="warning" role="status">
		{warnOfLetters(applicants, stageName)}
	</Callout>
);

/** Checks whether a letter that was made before stays in force at a stage that offers no place. */
const keepsLetter = ({ type, pdfTemplate }: WorkflowStep): boolean => pdfTemplate === null && !offersPlace(type);

/** Stage, comment and location, and what the stage sends (§4). */
export const StageChangeFields = (props: StageChangeFieldsProps) => {
	const { fields, steps, locations, found, chosen, from, reasons, children } = props;
	const { stageId, reason, locationId } = fields;
	const hydrated = useHydrated();
	const place = fieldText(locationId.initialValue);
	const offered = [...locations.locations, ...(found ? [...found.locations, found.kept ?? []].flat() : [])];
	const [postedTo, setPostedTo] = useState(
		place === "" ? null : (offered.find(({ id }) => id === place)?.name ?? place),
	);
	const begun = fieldText(fields.reasonId.initialValue);
	const [isPrivate, setPrivate] = useState(reasons.some(({ id, isPrivate }) => id === begun && isPrivate));
	// why memo: a new value reaches into what the server drew of the SMS, and React would throw that away.
	const given = useMemo(() => ({ postedTo, isPrivate }), [postedTo, isPrivate]);
	const isPosting = Boolean(found || locationId.errors || place);
	const listed = steps.find(({ id }) => id === stageId.value);
	const step = chosen ?? listed;
	return (
		<>
			{chosen ? (
				<input type="hidden" name={stageId.name} value={chosen.id} />
			) : (
				<SelectField
					key={stageId.key}
					{...wired(stageId)}
					label="New stage"
					placeholder="Choose a stage"
					autoFocusInDialog={step === undefined}
					required
					options={steps.map(({ id, name, current, reason: rule }) => ({
						value: id,
						label: current ? `${name} (current)` : rule ? `${name}: ${rule}` : name,
						// why: a notice may make the chosen step the current one, but a disabled choice is not sent.
						disabled: (current || Boolean(rule)) && id !== stageId.value,
					}))}
				/>
			)}
			{!chosen && listed?.reason && (
				<Callout tone="warning" role="status">
					{listed.name} cannot be chosen. {listed.reason}
				</Callout>
			)}
			{step && from && offersUnsubmitted(from.type, step.type) && <NeverSubmitted count={1} />}
			{step && from?.hasLetter && keepsLetter(step) && <LetterStays applicants={null} stageName={step.name} />}
			<GivenByChange.Provider value={given}>{children}</GivenByChange.Provider>
			<CommentField
				key={fields.reasonId.key}
				reasons={reasons}
				commentId={reason.id}
				chosen={begun}
				onPrivate={setPrivate}
			>
				<TextareaField
					key={reason.key}
					{...wired(reason)}
					label="Comment"
					description={
						reasons.length > 0 && hydrated
							? "Kept in the activity log. Type two letters of a saved reason to use it."
							: "Kept in the activity log."
					}
					required
					autoFocusInDialog={step !== undefined}
				/>
			</CommentField>
			{locations.locations.length > 0 && (
				<details open={isPosting} className="[&>div]:mt-2">
					<summary className="w-fit cursor-pointer rounded-sm text-accent">Post to a location too</summary>
					<div className="grid gap-4">
						<LocationField
							key={locationId.key}
							field={locationId}
							first={locations}
							found={found}
							onChosen={(id, name) => setPostedTo(id === "" ? null : name)}
						/>
					</div>
				</details>
			)}
		</>
	);
};

interface CommentFieldProps {
	reasons: readonly OfferedReason[];
	commentId: string;
	/** The id of the reason that the comment began with in the sent form; empty without one. */
	chosen: string;
	/** Called with whether the comment is for staff only. */
	onPrivate: (isPrivate: boolean) => void;
	children: ReactNode;
}

const load = async () => (await import("#app/shell/reasons/reason-suggestions")).ReasonSuggestions;

/**
 * The comment with the reasons that it may begin with (§5 Status change): suggested while it is typed, and without scripts a
 * list above it. Says what a reason that was chosen means.
 */
const CommentField = ({ reasons, commentId, chosen, onPrivate, children }: CommentFieldProps) => {
	const [id, setId] = useState(chosen);
	const [isWhole, setWhole] = useState(false);
	const place = useRef<HTMLDivElement>(null);
	const Suggestions = useLazy(load);
	const hydrated = useHydrated();
	const reason = reasons.find((one) => one.id === id);
	const isPrivate = reason?.isPrivate ?? false;
	useEffect(() => onPrivate(isPrivate), [onPrivate, isPrivate]);
	if (reasons.length === 0) return children;
	const choose = (next: OfferedReason, search: string) => {
		setId(next.id);
		setWhole(false);
		begin(commentOf(place, commentId), search, next);
	};
	const remove = () => {
		setId("");
		begin(commentOf(place, commentId), reason?.text ?? "", undefined);
	};
	return (
		<div ref={place} className="grid grid-cols-1 gap-1.5">
			{hydrated ? (
				<>
					<input type="hidden" name="begun" value="1" />
					<input type="hidden" name="reasonId" value={id} />
				</>
			) : (
				<div className="mb-2.5 scripting:hidden">
					<SelectField
						name="reasonId"
						label="Reason"
						placeholder="No reason"
						defaultValue={id}
						options={reasons.map(({ id, text, isPrivate }) => ({
							value: id,
							label: isPrivate ? `${text} (private)` : text,
						}))}
					/>
				</div>
			)}
			{children}
			{reason && hydrated && (
				<p className="flex flex-wrap items-center gap-x-2 text-sm text-text-2">
					<span role="status">
						{reason.isPrivate ? "Private: no email and no letter has the comment." : "Begins with a saved reason."}
					</span>
					<button type="button" onClick={remove} className={linkClass}>
						Remove the reason
					</button>
				</p>
			)}
			{Suggestions && !reason && (
				<>
					<button
						type="button"
						aria-expanded={isWhole}
						onClick={() => setWhole(!isWhole)}
						className={`${linkClass} w-fit text-sm`}
					>
						All saved reasons
					</button>
					<Suggestions reasons={reasons} commentId={commentId} isWhole={isWhole} onChoose={choose} />
				</>
			)}
		</div>
	);
};

const linkClass = "min-h-6 cursor-pointer rounded-sm text-accent";

const commentOf = ({ current }: RefObject<HTMLElement>, id: string) => {
	const found = current?.ownerDocument.getElementById(id);
	return found instanceof HTMLTextAreaElement ? found : undefined;
};

/** Replaces the earlier reason at the start of the comment, and sends an input event as typing does. */
const begin = (comment: HTMLTextAreaElement | undefined, before: string, next: OfferedReason | undefined) => {
	if (!comment) return;
	const rest = comment.value.startsWith(before) ? comment.value.slice(before.length) : comment.value;
	comment.value = next ? [next.text, rest.trim()].filter(Boolean).join("\n") : rest.trim();
	comment.dispatchEvent(new Event("input", { bubbles: true }));
	comment.focus();
};
