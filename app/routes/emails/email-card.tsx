import { useNavigation } from "@remix-run/react";
import { ChevronRight, Paperclip, RotateCcw } from "lucide-react";
import { formatCount } from "#app/format/numbers";
import { deliveryLabels, deliverySentence } from "#app/routes/emails/email-delivery";
import { useShell } from "#app/shell/shell-context";
import { Badge } from "#app/ui/badge";
import { Button } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import { RichText } from "#app/ui/form-view/rich-text";
import { iconProps } from "#app/ui/icon";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { formatDateTime } from "#worker/contract/text/dates";
import { formatKilobytes } from "#worker/contract/text/printed-text";
import type { RichNode } from "#worker/contract/text/rich-text";
import type { Email } from "#worker/services/emails/contract";

type ShownEmail = Omit<Email, "message"> & { message: RichNode[] };

interface EmailCardProps {
	email: ShownEmail;
	isOpen: boolean;
	files: string;
	mayResend: boolean;
	idempotencyKey: string;
}

/** One mail of the accordion: subject and status; opened, its addresses and its text. */
export const EmailCard = ({ email, isOpen, files, mayResend, idempotencyKey }: EmailCardProps) => {
	const { organisation } = useShell();
	const { label, colour, icon } = deliveryLabels[email.status];
	const isSms = email.channel === "sms";
	return (
		<li className="rounded-lg border border-line bg-panel">
			<details open={isOpen} className="group/mail">
				<summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg px-4 py-3 hover:bg-hover [&::-webkit-details-marker]:hidden">
					<ChevronRight
						{...iconProps}
						className="shrink-0 text-text-3 transition-transform group-open/mail:rotate-90 motion-reduce:transition-none"
					/>
					<h4 className="min-w-0 flex-1 basis-50 font-medium [overflow-wrap:anywhere]">
						{isSms && <span className="text-text-2">SMS: </span>}
						{email.subject}
					</h4>
					<Badge colour={colour} icon={icon}>
						{label}
					</Badge>
					<time dateTime={new Date(email.createdAt).toISOString()} className="text-sm text-text-3 tabular-nums">
						{formatDateTime(email.createdAt, organisation.timeZone)}
					</time>
				</summary>
				<div className="grid grid-cols-1 gap-3 border-t border-line px-4 py-3.5">
					<dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-sm [overflow-wrap:anywhere]">
						<dt className="text-text-3">From</dt>
						<dd>
							{email.from} <span className="text-text-2">· written by {email.senderUsername}</span>
						</dd>
						<dt className="text-text-3">To</dt>
						<dd>{email.to || "No phone number that an SMS can reach"}</dd>
						{email.segments !== null && (
							<>
								<dt className="text-text-3">Length</dt>
								<dd>{formatCount(email.segments, "message")}</dd>
							</>
						)}
						<dt className="text-text-3">Delivery</dt>
						<dd>
							{deliverySentence(email, organisation.timeZone)}
							{email.reason && <span className="block text-text-2">{email.reason}</span>}
						</dd>
					</dl>
					{email.status === "FAILED" && mayResend && <TryAgain email={email} idempotencyKey={idempotencyKey} />}
					<div className="border-t border-line pt-3 [overflow-wrap:anywhere]">
						<RichText nodes={email.message} />
					</div>
					{email.attachments.length > 0 && (
						<ul aria-label="Attachments" className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3">
							{email.attachments.map((file) => (
								<li key={file.id} className="flex min-w-0 items-center gap-1.5">
									<Paperclip {...iconProps} className="shrink-0 text-text-3" />
									<a href={`${files}/${file.id}`} download={file.name} className="min-w-0 truncate text-link">
										{file.name}
									</a>
									<span className="shrink-0 text-sm text-text-3">{formatKilobytes(file.size)}</span>
								</li>
							))}
						</ul>
					)}
				</div>
			</details>
		</li>
	);
};

const TryAgain = ({ email, idempotencyKey }: { email: ShownEmail; idempotencyKey: string }) => {
	const navigation = useNavigation();
	return (
		<SignedInForm method="post" preventScrollReset>
			<input type="hidden" name="emailId" value={email.id} />
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			<Button icon={RotateCcw} pending={navigation.formData?.get("emailId") === email.id}>
				Try again<VisuallyHidden>: {email.subject}</VisuallyHidden>
			</Button>
		</SignedInForm>
	);
};
