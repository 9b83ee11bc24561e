import { FileSignature, Mail } from "lucide-react";
import { useContext, useEffect, useMemo, useRef } from "react";
import * as v from "valibot";
import { formatCount } from "#app/format/numbers";
import { formatWait } from "#app/format/span";
import { StageMailPreview } from "#app/list/bulk/stage-mail-preview.server";
import { StageSms } from "#app/routes/stage-changes/stage-sms.server";
import { GivenByChange, shownWith, useTypedComment } from "#app/routes/stage-changes/typed-comment";
import { partOf } from "#app/shell/palette/route-data";
import { useRouteAnswer } from "#app/shell/use-route-answer";
import { Callout } from "#app/ui/callout";
import { Checkbox } from "#app/ui/checkbox";
import { drawnLater } from "#app/ui/drawn-later";
import { EmptyFieldsWarning } from "#app/ui/form-view/empty-fields";
import { iconProps } from "#app/ui/icon";
import { missing } from "#worker/contract/text/missing";
import { emptyAfter } from "#worker/services/stage-changes/empty-after.contract";
import { StageMessages as Messages } from "#worker/services/stage-changes/stage-messages.contract";

const LookedAt = v.object({ stepId: v.string(), emails: v.number(), willChange: v.number(), messages: Messages });

export type LookedAt = v.InferOutput<typeof LookedAt>;

interface SentWithStageProps {
	looked: LookedAt;
	isSilent: boolean;
	/** True where a sentence above says how many emails are sent. */
	isCounted?: boolean;
}

/** Shows what the chosen stage sends. A form without `seen` is refused until it was shown. */
export const SentWithStage = ({ looked, isSilent, isCounted = false }: SentWithStageProps) => {
	const { postedTo, isPrivate } = useContext(GivenByChange);
	const warnedWith = [postedTo !== null && "location", isPrivate && "private"].filter(Boolean).join(" ");
	return (
		<>
			<input type="hidden" name="seen" value={looked.stepId} />
			{/* why: a reason or a location that is chosen without scripts changes what is empty, after the warning. */}
			<input type="hidden" name="warnedWith" value={warnedWith} />
			<StageMessages
				key={looked.stepId}
				messages={looked.messages}
				emails={looked.emails}
				applicants={looked.willChange}
				isSilent={isSilent}
				isCounted={isCounted}
			/>
		</>
	);
};

/** The part of the stage dialog's data that says what the chosen stage sends. */
const Asked = v.object({ looked: partOf(v.nullable(LookedAt)) });

/** Returns what the chosen stage sends: from the page, the form's response, or loaded from the dialog's `address`. */
export const useMessages = (
	address: string,
	stepId: string,
	known: readonly (LookedAt | null | undefined)[],
): LookedAt | undefined => {
	const { answer, ask } = useRouteAnswer("routes/stage-changes/change-stage", Asked);
	// why no error: messages that could not be shown are shown when the form is sent, before anything changes.
	const looked = [...known, answer?.ok ? answer.data.looked : null].find((one) => one?.stepId === stepId) ?? undefined;
	const isMissing = stepId !== "" && looked === undefined;
	// biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each choice; `ask` is new at every render.
	useEffect(() => {
		if (isMissing) ask(`${address}?${new URLSearchParams({ to: stepId })}`);
	}, [address, stepId, isMissing]);
	return looked;
};

interface StageMessagesProps {
	messages: Messages;
	emails: number;
	/** How many are moved. */
	applicants: number;
	/** True when the box was ticked in the sent form. */
	isSilent: boolean;
	isCounted: boolean;
}

const LaterSms = drawnLater(StageSms, async () => (await import("#app/routes/stage-changes/stage-sms")).StageSms);

const LaterMail = drawnLater(
	StageMailPreview,
	async () => (await import("#app/list/bulk/stage-mail-preview")).StageMailPreview,
);

const nothingSent = "No email is sent at this stage.";

/** Shows what a stage change sends, to whom and when, and lets the user turn it off (§4). */
const StageMessages = ({ messages, emails, applicants, isSilent, isCounted }: StageMessagesProps) => {
	const { email, sms, files, letter, fault, shownSms, undoWindowSeconds } = messages;
	const { postedTo, isPrivate } = useContext(GivenByChange);
	const { emptyFields, emptyInLetter } = emptyAfter(messages, { isPosted: postedTo !== null, isPrivate, applicants });
	// why not the palette's words: the dialog would load more code.
	const silenced = [email && "email", sms && "text"].filter(Boolean).join(" or ");
	const place = useRef<HTMLElement>(null);
	const typed = useTypedComment(place);
	const comment = isPrivate ? missing : typed;
	const shown = useMemo(() => {
		const one = shownWith(messages, { comment, postedTo });
		return one && { ...one, name: one.candidate.name };
	}, [messages, comment, postedTo]);
	if (!email && !letter && !sms) return isCounted ? null : <p className="text-text-2">{nothingSent}</p>;
	return (
		<section
			ref={place}
			aria-label="What is sent"
			className="group/messages grid grid-cols-1 gap-2 rounded-md border border-line bg-bg px-3 py-2.5"
		>
			{email && !fault && (
				<p className="flex items-start gap-2 group-has-[[name=doNotNotify]:checked]/messages:line-through">
					<Mail {...iconProps} className="mt-0.75 shrink-0" />
					<span className="min-w-0 [overflow-wrap:anywhere]">
						Email “{email.name}”{files.length > 0 && ` with ${files.join(", ")}`} to{" "}
						{emails === 1 && shown ? `${shown.candidate.name} <${shown.to}>` : formatCount(emails, "applicant")},{" "}
						{whenOf(undoWindowSeconds)}
					</span>
				</p>
			)}
			{sms && !fault && (
				<LaterSms name={sms.name} shown={shownSms} isOne={!isCounted && emails <= 1} when={whenOf(undoWindowSeconds)} />
			)}
			{fault && (
				<Callout tone="danger" role="alert">
					{fault}. Edit the template, or turn off notifications.
				</Callout>
			)}
			{letter && (
				<p className="flex items-start gap-2">
					<FileSignature {...iconProps} className="mt-0.75 shrink-0" />
					<span className="min-w-0">
						{emails > 1 ? "Letters are" : "A letter is"} made from “{letter.name}”,
						{email && !fault && (
							<span className="group-has-[[name=doNotNotify]:checked]/messages:line-through">
								{" "}
								attached to {emails > 1 ? "the emails" : "the email"}
							</span>
						)}{" "}
						and kept on the record
					</span>
				</p>
			)}
			<EmptyFieldsWarning fields={emptyFields} of="of the message" />
			<EmptyFieldsWarning fields={emptyInLetter} of="of the letter" />
			{shown && <LaterMail mail={shown} />}
			{silenced && (
				<div className="flex items-center gap-2">
					<Checkbox id="do-not-notify" name="doNotNotify" value="on" defaultChecked={isSilent} />
					<label htmlFor="do-not-notify">{`Don’t ${silenced} applicants`}</label>
				</div>
			)}
		</section>
	);
};

const whenOf = (undoWindowSeconds: number): string =>
	undoWindowSeconds === 0 ? "sent at once" : `sent in ${formatWait(undoWindowSeconds)} unless you undo`;
