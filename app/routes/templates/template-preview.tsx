import { Eye, Search, Send } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { describeSms } from "#app/format/describe-sms";
import { inWords } from "#app/format/in-words";
import type { Previewed } from "#app/routes/templates/read-preview.server";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { SignedInForm } from "#app/ui/form/form";
import { TextField } from "#app/ui/form/text-field";
import { Radio } from "#app/ui/radio";

interface ChosenApplicantProps {
	preview: Previewed;
	pending: string | undefined;
	/** The phone number that a test of an SMS goes to. */
	testTo: string;
	/** Beside that number. */
	errors: readonly string[] | null;
}

/** The applicant that the preview is filled in for, and others to choose from. Part of the template's form. */
export const ChosenApplicant = ({ preview, pending, testTo, errors }: ChosenApplicantProps) => {
	const { draft, shown, people, find } = preview;
	const { sendsSms } = useShell().organisation;
	const isSms = draft.type === "sms";
	return (
		<section aria-labelledby="shown-for" className="grid content-start gap-3">
			<h2 id="shown-for" className="font-medium">
				{shown?.candidate ? `As ${shown.candidate.name} gets it` : "With samples in the merge fields"}
			</h2>
			{shown && shown.emptyFields.length > 0 && (
				<Callout tone="warning">
					Empty here: {inWords(shown.emptyFields.map(({ label }) => label))}. “--/--” stands in their place.
				</Callout>
			)}
			{find === null ? (
				<p className="text-text-2">You do not see applicants, so the labels of the fields stand in their place.</p>
			) : (
				<>
					<div className="flex items-end gap-2">
						<TextField
							name="find"
							label="Another applicant"
							placeholder="Name, number or email"
							defaultValue={find}
							autoComplete="off"
							maxLength={200}
							className="flex-1"
						/>
						<Button name="intent" value="find" icon={Search} pending={pending === "find"}>
							Find
						</Button>
					</div>
					{people.length > 0 ? (
						<fieldset className="grid gap-1">
							<legend className="mb-1 text-sm text-text-2">{find ? "Found" : "Opened last"}</legend>
							{people.map(({ id, name, applicationNumber }) => (
								<div key={id} className="flex items-center gap-2">
									<Radio
										id={`candidate-${id}`}
										name="candidateId"
										value={id}
										defaultChecked={id === shown?.candidate?.id}
									/>
									<label htmlFor={`candidate-${id}`}>
										{name} <span className="text-text-2">{applicationNumber}</span>
									</label>
								</div>
							))}
							<Button
								name="intent"
								value="preview"
								icon={Eye}
								pending={pending === "preview"}
								className="mt-1 justify-self-start"
							>
								Show chosen applicant
							</Button>
						</fieldset>
					) : (
						find !== "" && <p className="text-text-2">Nobody was found.</p>
					)}
				</>
			)}
			{isSms && sendsSms && (
				<TextField
					name="testTo"
					label="Your phone number"
					type="tel"
					defaultValue={testTo}
					errors={errors}
					maxLength={40}
					autoComplete="tel"
					description="The test goes there as an SMS, and is paid for like any other."
				/>
			)}
			{(!isSms || sendsSms) && (
				<Button name="intent" value="test" icon={Send} pending={pending === "test"} className="justify-self-start">
					Send a test to me
				</Button>
			)}
		</section>
	);
};

/** The text as it is sent: an email at two widths and as plain text, a document as its PDF, an SMS with its messages. */
export const ShownTemplate = ({ preview, pageTo }: { preview: Previewed; pageTo: string }) => {
	const { draft, shown } = preview;
	const { smsPrice } = useShell().organisation;
	if (!shown) return null;
	const framed = { draft, candidateId: shown.candidate?.id ?? "", pageTo };
	if (draft.type === "document")
		return (
			<Part title="Document">
				<PostedFrame {...framed} name="document" title="Preview of the document" className="h-[75dvh]" />
			</Part>
		);
	const text = <pre className="font-sans wrap-anywhere whitespace-pre-wrap">{shown.text}</pre>;
	if (draft.type === "sms")
		return (
			<Part title="SMS">
				<Card className="max-w-90 p-4">{text}</Card>
				<p role="status" className="text-text-2">
					{describeSms(shown.text, smsPrice)}
				</p>
			</Part>
		);
	return (
		<>
			<Card className="px-5 py-2">
				<DescriptionList>
					{shown.to !== null && <DescriptionItem label="To">{shown.to}</DescriptionItem>}
					<DescriptionItem label="Subject">{shown.subject}</DescriptionItem>
				</DescriptionList>
			</Card>
			<Part title="On a phone">
				<PostedFrame {...framed} name="phone" title="Preview on a phone" className="h-140 max-w-90" />
			</Part>
			<Part title="On a desktop">
				<PostedFrame {...framed} name="desktop" title="Preview on a desktop" className="h-140" />
			</Part>
			<Part title="Plain text">
				<Card className="p-5">{text}</Card>
			</Part>
		</>
	);
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
	<section aria-label={title} className="grid grid-cols-1 gap-2">
		<h2 className="text-lg">{title}</h2>
		{children}
	</section>
);

interface PostedFrameProps {
	draft: Previewed["draft"];
	candidateId: string;
	pageTo: string;
	name: string;
	title: string;
	className: string;
}

/** A frame that a form fills. why posted: the text may not be saved, and is too long for an address. */
const PostedFrame = ({ draft, candidateId, pageTo, name, title, className }: PostedFrameProps) => {
	const form = useRef<HTMLFormElement>(null);
	const { type, subject, content, templateId } = draft;
	const frame = `frame-${name}`;
	// biome-ignore lint/correctness/useExhaustiveDependencies: each text is posted once.
	useEffect(() => form.current?.submit(), [type, subject, content, candidateId]);
	return (
		<>
			<SignedInForm ref={form} reloadDocument action={pageTo} target={frame}>
				<input type="hidden" name="type" value={type} />
				<input type="hidden" name="subject" value={subject ?? ""} />
				<input type="hidden" name="content" value={content} />
				<input type="hidden" name="candidateId" value={candidateId} />
				<input type="hidden" name="templateId" value={templateId ?? ""} />
				<noscript>
					<Button icon={Eye}>Show {title.toLowerCase()}</Button>
				</noscript>
			</SignedInForm>
			<iframe
				name={frame}
				title={title}
				// why not of a PDF: browsers show none in a sandbox.
				sandbox={type === "document" ? undefined : "allow-popups allow-popups-to-escape-sandbox"}
				className={`${className} w-full rounded-lg border border-line bg-white`}
			/>
		</>
	);
};
