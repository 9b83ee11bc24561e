import type { SerializeFrom } from "@remix-run/cloudflare";
import { formatCount } from "#app/format/numbers";
import { StageMailPreview } from "#app/list/bulk/stage-mail-preview";
import { shownWith } from "#app/routes/stage-changes/typed-comment";
import { useShell } from "#app/shell/shell-context";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { EmptyFieldsWarning } from "#app/ui/form-view/empty-fields";
import { TextLink } from "#app/ui/text-link";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { formatDateTime } from "#worker/contract/text/dates";
import { missing } from "#worker/contract/text/missing";
import type { previewRelease, Release } from "#worker/services/stage-changes/release.contract";

export type ReleasePreview = SerializeFrom<EndpointResponse<typeof previewRelease>>;

interface ReleaseFactsProps {
	release: Release;
	/** What it would do now; null when it has begun. */
	preview: ReleasePreview | null;
	/** The address of the institution's portal. */
	portal: string;
}

/** Who decided what, and how many letters and messages the decision makes. */
export const ReleaseFacts = ({ release, preview, portal }: ReleaseFactsProps) => {
	const { timeZone } = useShell().organisation;
	const by = (step: { name: string; at: number } | null) =>
		step && `${step.name}, ${formatDateTime(step.at, timeZone)}`;
	const { prepared, proposed, approved, dueAt, reason, location, applicationId, applicationTitle } = release;
	return (
		<Card className="grid gap-3 px-4 py-3">
			<DescriptionList>
				<DescriptionItem label="Application">
					<TextLink to={`${portal}/applicants?application=${applicationId}`}>{applicationTitle ?? missing}</TextLink>
				</DescriptionItem>
				<DescriptionItem label="New stage">{release.stageName}</DescriptionItem>
				<DescriptionItem label="Prepared by">{by(prepared)}</DescriptionItem>
				<DescriptionItem label="Proposed by">{by(proposed)}</DescriptionItem>
				<DescriptionItem label="Approved by">{by(approved)}</DescriptionItem>
				<DescriptionItem label="Release time">
					{dueAt === null ? null : formatDateTime(dueAt, timeZone)}
				</DescriptionItem>
				<DescriptionItem label="Comment" wide>
					{reason}
					{release.isPrivate && <span className="text-text-2"> (private: no email and no letter has it)</span>}
				</DescriptionItem>
				{location && <DescriptionItem label="Posted to">{location.name}</DescriptionItem>}
			</DescriptionList>
			{preview && <Consequences release={release} preview={preview} />}
		</Card>
	);
};

/** The numbers of applicants, letters and messages as they are now, and the email as the first applicant gets it. */
const Consequences = ({
	release: { reason, isPrivate, doNotNotify, location },
	preview,
}: {
	release: Release;
	preview: ReleasePreview;
}) => {
	const { willChange, unchanged, notAllowed, notFound, emails, texts, unreachable, messages, hindrances } = preview;
	const { letter, email, sms, fault } = messages;
	const shown = shownWith(messages, { comment: isPrivate ? missing : reason, postedTo: location?.name ?? null });
	return (
		<section aria-label="What the release does" className="grid gap-2">
			<ul className="grid gap-0.5 tabular-nums">
				<li>
					<strong className="font-semibold">{formatCount(willChange, "applicant moves", "applicants move")}</strong>
					{unchanged > 0 && `, ${formatCount(unchanged, "is there already", "are there already")}`}
					{notFound > 0 && `, ${formatCount(notFound, "is no longer there", "are no longer there")}`}
				</li>
				<li>
					{letter
						? `${formatCount(willChange, "letter is made", "letters are made")} from “${letter.name}”`
						: "No letters are made"}
				</li>
				<li>
					{email && emails > 0
						? `${formatCount(emails, "email is sent", "emails are sent")} from “${email.name}”`
						: doNotNotify
							? "No emails are sent: applicants are not notified"
							: "No emails are sent"}
				</li>
				{sms && texts + unreachable > 0 && (
					<li>
						{`${formatCount(texts, "SMS is sent", "SMS are sent")} from “${sms.name}”`}
						{unreachable > 0 &&
							`; ${formatCount(unreachable, "applicant has", "applicants have")} no number that an SMS can reach`}
					</li>
				)}
			</ul>
			{notAllowed > 0 && (
				<Callout tone="warning">
					<p>
						{formatCount(notAllowed, "applicant is locked and stays", "applicants are locked and stay")} where they are:
					</p>
					<ul className="grid gap-0.5">
						{hindrances.map(({ reason: rule, applicants }) => (
							<li key={rule}>
								{formatCount(applicants, "applicant")}: {rule}
							</li>
						))}
					</ul>
				</Callout>
			)}
			{fault && !doNotNotify && <Callout tone="danger">{fault}. Edit the template before the release.</Callout>}
			{!doNotNotify && <EmptyFieldsWarning fields={messages.emptyFields} of="of the message" />}
			<EmptyFieldsWarning fields={messages.emptyInLetter} of="of the letter" />
			{shown && !doNotNotify && <StageMailPreview mail={{ ...shown, name: shown.candidate.name }} />}
		</section>
	);
};
