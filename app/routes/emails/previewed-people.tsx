import { ChevronRight, Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatCount, formatRange } from "#app/format/numbers";
import { MailArticle } from "#app/list/bulk/stage-mail-preview";
import type { EmailAnswer, EmailPreview } from "#app/routes/emails/answer-email.server";
import { pageIntent, warningsOf } from "#app/routes/emails/email-form";
import { LettersWarning } from "#app/routes/emails/letters-warning";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { TextField } from "#app/ui/form/text-field";
import { EmptyFieldsWarning } from "#app/ui/form-view/empty-fields";
import { iconProps } from "#app/ui/icon";
import { useHydrated } from "#app/ui/use-hydrated";
import { previewPeople } from "#worker/services/emails/sending.contract";

interface PreviewedEmailProps {
	preview: EmailPreview;
	typed: EmailAnswer["typed"];
	/** Previews again, like the button with this intent. */
	onLook: (intent: string) => void;
}

/** Lists the recipients page by page or by search; choosing one shows their mail. */
const PreviewedPeople = ({
	preview,
	shownFor,
	typed,
	onLook,
}: PreviewedEmailProps & { shownFor: { id: string; name: string } }) => {
	const { people, found } = preview;
	const { keyword, peoplePage: page } = typed;
	const hydrated = useHydrated();
	const range = { page, size: previewPeople, total: found };
	return (
		<details
			open={keyword !== "" || page > 0 || typed.shownFor !== ""}
			className="group/people rounded-md border border-line"
		>
			<summary className="flex items-start gap-1.5 rounded-md px-3 py-2 -outline-offset-2 hover:bg-hover">
				<ChevronRight {...iconProps} className="mt-0.5 shrink-0 text-text-3 group-open/people:rotate-90" />
				<span className="min-w-0">
					Shown as it goes to {shownFor.name}.{" "}
					<span className="text-accent">Show all recipients, or another one's email</span>
				</span>
			</summary>
			<div className="grid grid-cols-1 gap-2 border-t border-line px-3 py-2.5">
				<div className="flex items-end gap-2">
					<TextField
						name="keyword"
						label="Find a recipient by name, number or email"
						defaultValue={keyword}
						autoComplete="off"
						className="max-w-100 flex-1"
						onKeyDown={(event) => {
							// why: Enter searches, and does not send.
							if (event.key !== "Enter" || event.metaKey || event.ctrlKey) return;
							event.preventDefault();
							onLook(pageIntent(0));
						}}
					/>
					<Button name="intent" value={pageIntent(0)} icon={Search} className="h-9!">
						Find
					</Button>
				</div>
				<fieldset className="grid min-w-0 grid-cols-1 gap-1">
					<legend className="sr-only">Show the email for</legend>
					{found === 0 && <p role="status">No recipient matches “{keyword}”.</p>}
					<ul className="max-h-60 divide-y divide-line overflow-y-auto">
						{people.map(({ id, name, applicationNumber }) => (
							<li key={id} className="flex items-center gap-2.5 py-1.5">
								<input
									type="radio"
									id={`shown-${id}`}
									name="shownFor"
									value={id}
									defaultChecked={id === shownFor.id}
									onChange={() => onLook(pageIntent(page))}
									className="size-3.5 shrink-0 accent-accent"
								/>
								<label htmlFor={`shown-${id}`} className="min-w-0 [overflow-wrap:anywhere]">
									{name} <span className="text-sm text-text-3">{applicationNumber}</span>
								</label>
							</li>
						))}
					</ul>
				</fieldset>
				{/* why last: the recipient chosen above comes before the current one. */}
				<input type="hidden" name="shownFor" value={shownFor.id} />
				<div className="flex flex-wrap items-center gap-2">
					{found > 0 && (
						<span className="text-text-2 tabular-nums">
							{keyword === "" ? formatRange(range) : `${formatCount(found, "recipient")} found`}
						</span>
					)}
					{page > 0 && (
						<Button name="intent" value={pageIntent(page - 1)} size="small">
							Previous
						</Button>
					)}
					{(page + 1) * previewPeople < found && (
						<Button name="intent" value={pageIntent(page + 1)} size="small">
							Next
						</Button>
					)}
					{!hydrated && people.length > 0 && (
						<Button name="intent" value={pageIntent(page)} size="small">
							Show
						</Button>
					)}
				</div>
			</div>
		</details>
	);
};

/** Shows how many recipients there are, who they are, and the mail of one of them. */
export const PreviewedEmail = ({ preview, typed, onLook }: PreviewedEmailProps) => {
	const { recipients, shown } = preview;
	const title = useRef<HTMLHeadingElement>(null);
	// why only once: the preview replaces the editor; another recipient's mail leaves the focus where it is.
	useEffect(() => title.current?.focus(), []);
	if (!shown) return <Callout tone="warning">There is nobody to email.</Callout>;
	return (
		<section aria-labelledby="email-preview" className="grid grid-cols-1 gap-3">
			<h3 ref={title} id="email-preview" tabIndex={-1} className="rounded-sm font-medium outline-none">
				To {formatCount(recipients, "applicant")}
			</h3>
			<EmptyFieldsWarning fields={preview.emptyFields} />
			{preview.letters && <LettersWarning letters={preview.letters} />}
			{/* why: the email is sent only after these warnings were shown. */}
			<input type="hidden" name="warned" value={warningsOf(preview)} />
			{recipients > 1 && <PreviewedPeople preview={preview} shownFor={shown.candidate} typed={typed} onLook={onLook} />}
			<MailArticle mail={{ ...shown, name: shown.candidate.name }} file={preview.letters?.shown} />
		</section>
	);
};
