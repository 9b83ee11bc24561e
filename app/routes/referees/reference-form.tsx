import type { SerializeFrom } from "@remix-run/cloudflare";
import { Send } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Questions } from "#app/routes/referees/reference-page.server";
import { Button } from "#app/ui/button";
import { Form } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { intentName } from "#app/ui/form-fields/field-names";
import { readEntries } from "#app/ui/form-fields/read-entries";
import { Askable, SectionFields } from "#app/ui/form-fields/section-fields";
import { checkShown } from "#app/ui/form-fields/shown-fields";
import { useHidden } from "#app/ui/form-fields/use-hidden";
import type { Places } from "#worker/contract/forms/form-rules";
import type { SlotSection } from "#worker/contract/forms/form-slots";

interface ReferenceFormProps {
	questions: SerializeFrom<Questions>;
	places?: Places;
	/** By field id; '' holds those of the whole form. */
	errors: Record<string, string[]>;
}

/** The questions of a reference. The browser checks the answers as a courtesy, the service in any case (§5). */
export const ReferenceForm = ({ questions, places, errors }: ReferenceFormProps) => {
	const { sections, answers, revision, conditions } = questions;
	const { hidden, within } = useHidden(sections, conditions);
	const [found, setFound] = useState(errors);
	const form = useRef<HTMLFormElement>(null);
	const isAwaiting = useIsAwaiting();
	useEffect(() => setFound(errors), [errors]);
	const count = Object.keys(found).filter((fieldId) => fieldId !== "").length;
	useEffect(() => {
		if (Object.keys(found).length === 0) return;
		const wrong = form.current?.querySelector<HTMLElement>(firstWrong);
		if (wrong) wrong.focus();
		else form.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
	}, [found]);
	const check = (event: FormEvent<HTMLFormElement>) => {
		if (copies(event)) return;
		const { answers: typed } = readEntries(sections, new FormData(event.currentTarget));
		const wrong = checkShown(sections, new FormData(event.currentTarget), { data: typed, files: [] });
		if (Object.keys(wrong).length === 0) return;
		event.preventDefault();
		setFound(wrong);
	};
	return (
		<Form
			ref={form}
			method="post"
			noValidate
			preventScrollReset
			onSubmit={check}
			className="mt-4 grid grid-cols-1 gap-6"
		>
			{/* why: Enter in a field presses the first button, which must not add or remove a part. */}
			<button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
			<FormErrors
				errors={[
					...(found[""] ?? []),
					...(count > 0 ? [`${count === 1 ? "One answer needs" : `${count} answers need`} another look.`] : []),
				]}
			/>
			<div ref={within} hidden />
			{groupsOf(sections).map(([first, ...others]) => (
				<Askable
					key={`${first.sectionId} ${revision}`}
					isConditional={first.showWhen !== undefined}
					isHidden={hidden.sections.has(first.id)}
				>
					<section aria-labelledby={`title-${first.sectionId}`}>
						<h2 id={`title-${first.sectionId}`} className="text-lg">
							{others.length > 0 ? first.title.replace(/ \(1\)$/, "") : first.title}
						</h2>
						{first.description && <p className="mt-0.5 text-text-2">{first.description}</p>}
						<div className="mt-2.5">
							<SectionFields
								copies={[first, ...others]}
								answers={answers}
								errors={found}
								files={[]}
								places={places}
								hidden={hidden}
								headingLevel={3}
							/>
						</div>
					</section>
				</Askable>
			))}
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
				<p className="min-w-0 flex-1 basis-60 text-text-2">
					You can send your reference once. Only the institution sees it, and it cannot be changed afterwards.
				</p>
				<Button variant="primary" icon={Send} pending={isAwaiting}>
					Send reference
				</Button>
			</div>
		</Form>
	);
};

const firstWrong = "[aria-invalid=true], fieldset[aria-describedby$=-errors]";

/** Checks whether a button that adds or removes a repeat submitted the form. */
const copies = ({ nativeEvent }: FormEvent): boolean =>
	nativeEvent instanceof SubmitEvent &&
	nativeEvent.submitter instanceof HTMLButtonElement &&
	nativeEvent.submitter.name === intentName;

type Copies = [SlotSection, ...SlotSection[]];

const groupsOf = (sections: readonly SlotSection[]): Copies[] => {
	const groups = new Map<string, Copies>();
	for (const section of sections) {
		const group = groups.get(section.sectionId);
		if (group) group.push(section);
		else groups.set(section.sectionId, [section]);
	}
	return [...groups.values()];
};
