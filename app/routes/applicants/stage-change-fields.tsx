import type { FieldMetadata } from "@conform-to/react";
import { FileText, Mail, Paperclip } from "lucide-react";
import type { FoundLocations, LocationPage } from "#app/routes/applicants/find-locations.server";
import { LocationField } from "#app/routes/applicants/location-field";
import { fieldText } from "#app/ui/form/field-text";
import { SelectField } from "#app/ui/form/select-field";
import { TextareaField } from "#app/ui/form/textarea-field";
import { iconProps } from "#app/ui/icon";
import { stageOffersTemplates } from "#worker/contract/stage-types";
import type { WorkflowStep } from "#worker/services/workflows/contract";

interface StageChangeFieldsProps {
	fields: {
		stageId: FieldMetadata<string>;
		reason: FieldMetadata<string>;
		locationId: FieldMetadata<string | undefined>;
	};
	steps: readonly (WorkflowStep & { current: boolean })[];
	/** The first page of them. */
	locations: LocationPage;
	/** What a form without scripts found among the others. */
	found?: FoundLocations | null;
	/** When the stage was chosen before, and is only repeated. */
	chosen?: WorkflowStep;
}

/** Stage, comment and location; the templates of the stages that offer some (§4). */
export const StageChangeFields = ({ fields, steps, locations, found, chosen }: StageChangeFieldsProps) => {
	const { stageId, reason, locationId } = fields;
	const step = chosen ?? steps.find(({ id }) => id === stageId.value);
	return (
		<>
			{chosen ? (
				<input type="hidden" name={stageId.name} value={chosen.id} />
			) : (
				<SelectField
					key={stageId.key}
					name={stageId.name}
					id={stageId.id}
					defaultValue={fieldText(stageId.initialValue)}
					errors={stageId.errors}
					label="New stage"
					placeholder="Choose a stage"
					autoFocusInDialog={step === undefined}
					required
					options={steps.map(({ id, name, current }) => ({
						value: id,
						label: current ? `${name} (current)` : name,
						// why: a live hint may find them where they were to go; a choice that is taken away would not be sent.
						disabled: current && id !== stageId.value,
					}))}
				/>
			)}
			{step && <Templates step={step} />}
			<TextareaField
				key={reason.key}
				name={reason.name}
				id={reason.id}
				defaultValue={fieldText(reason.initialValue)}
				errors={reason.errors}
				label="Comment"
				description="It is kept in the applicant's activity log."
				required
				autoFocusInDialog={step !== undefined}
			/>
			{locations.locations.length > 0 && (
				<LocationField key={locationId.key} field={locationId} first={locations} found={found} />
			)}
		</>
	);
};

const Templates = ({ step }: { step: WorkflowStep }) => {
	if (!stageOffersTemplates(step.type)) return null;
	const offered = [
		{ icon: Mail, kind: "Email", file: step.emailTemplate },
		{ icon: FileText, kind: "Document", file: step.pdfTemplate },
		...step.attachments.map((file) => ({ icon: Paperclip, kind: "Attachment", file })),
	].flatMap(({ file, ...rest }) => (file ? { ...rest, ...file } : []));
	return (
		<section aria-label={`Templates of ${step.name}`} className="rounded-md border border-line bg-bg px-3 py-2">
			<p className="text-sm text-text-3">Templates of this stage</p>
			{offered.length === 0 && <p>None is set.</p>}
			<ul>
				{offered.map(({ icon: Glyph, kind, id, name }) => (
					<li key={`${kind} ${id}`} className="flex items-center gap-2">
						<Glyph {...iconProps} />
						<span className="text-text-2">{kind}:</span> {name}
					</li>
				))}
			</ul>
		</section>
	);
};
