import type { SerializeFrom } from "@remix-run/cloudflare";
import { ListFilter, Pencil, Plus, Trash2 } from "lucide-react";
import { writeDragged } from "#app/routes/form-designs/dragged";
import type { EditorData } from "#app/routes/form-designs/editor";
import { aboutField, aboutSection } from "#app/routes/form-designs/field-types";
import { MoveButtons } from "#app/routes/form-designs/move-buttons";
import { newPart } from "#app/routes/form-designs/screen";
import { Button, LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { dragSlot } from "#app/ui/drag/drag-slot";
import { IconButton, IconLink } from "#app/ui/icon-button";
import { type FormSection, fieldLabel } from "#worker/contract/forms/form-schema";

interface OpenSectionProps {
	section: SerializeFrom<FormSection>;
	/** When the section, or a field of it, is asked for, in words. */
	conditions: EditorData["conditions"];
	here: string;
	mayEdit: boolean;
}

/** The fields of a section, line by line, with what can be done with each. */
export const OpenSection = ({ section, conditions, here, mayEdit }: OpenSectionProps) => {
	const { id, title, description, rows } = section;
	const at = `${here}/sections/${id}`;
	const conditionOf = (fieldId: string | null) => conditions.find((one) => one.fieldId === fieldId)?.text;
	const ownCondition = conditionOf(null);
	return (
		<section aria-labelledby="open-section" className="grid min-w-0 grid-cols-1 gap-3">
			<div className="flex flex-wrap items-start justify-between gap-2">
				<div className="min-w-0">
					<h2 id="open-section" className="scroll-mt-16 text-lg wrap-anywhere">
						{title}
					</h2>
					{description && <p className="text-text-2 wrap-anywhere">{description}</p>}
					<p className="text-sm text-text-2">{aboutSection(section).join(" · ")}</p>
					{ownCondition && <p className="text-sm wrap-anywhere">Asked for only when {ownCondition}</p>}
				</div>
				{mayEdit && (
					<div className="flex flex-wrap gap-2">
						<LinkButton to={at} icon={Pencil} size="small" preventScrollReset>
							Edit section
						</LinkButton>
						<LinkButton to={`${at}/condition`} icon={ListFilter} size="small" preventScrollReset>
							Section condition
						</LinkButton>
						<Button name="do" value={`remove-section ${id}`} icon={Trash2} size="small">
							Remove section
						</Button>
						<LinkButton to={`${at}/fields/${newPart}`} icon={Plus} size="small" variant="primary" preventScrollReset>
							Add field
						</LinkButton>
					</div>
				)}
			</div>
			{rows.length === 0 && <p className="text-text-2">No fields yet.</p>}
			<ol className="grid grid-cols-1 gap-2">
				{rows.map((row) => (
					<li key={row.id}>
						<Card className="px-3 py-1">
							{(row.repeatable || row.cols.length > 1) && (
								<p className="pt-1 text-sm text-text-2">
									{[row.cols.length > 1 && "On one line", row.repeatable && "Can be repeated"]
										.filter(Boolean)
										.join(" · ")}
								</p>
							)}
							<ol className="divide-y divide-line">
								{row.cols.map((col) => {
									const label = fieldLabel(col);
									const condition = conditionOf(col.fieldId);
									return (
										<li key={col.fieldId} className="flex items-start gap-2 bg-panel py-1.5">
											{mayEdit && (
												<span
													className="empty:hidden"
													title={label}
													{...{ [dragSlot]: writeDragged(id, col.fieldId) }}
												/>
											)}
											<div className="min-w-0 flex-1 wrap-anywhere">
												<span className="font-medium">{label}</span>
												{col.props.required && <span className="text-sm text-text-2"> · required</span>}
												<span className="block text-sm text-text-2">{aboutField(col).join(" · ")}</span>
												{condition && <span className="block text-sm">Asked for only when {condition}</span>}
											</div>
											{mayEdit && (
												<span className="flex flex-wrap justify-end gap-1">
													<MoveButtons
														what="move-field"
														of={`${id} ${col.fieldId}`}
														name={label}
														isFirst={false}
														isLast={false}
													/>
													<IconLink
														to={`${at}/fields/${col.fieldId}`}
														label={`Edit ${label}`}
														icon={Pencil}
														size="small"
														preventScrollReset
													/>
													<IconLink
														to={`${at}/fields/${col.fieldId}/condition`}
														label={`Condition of ${label}`}
														icon={ListFilter}
														size="small"
														preventScrollReset
													/>
													<IconButton
														name="do"
														value={`remove-field ${id} ${col.fieldId}`}
														label={`Remove ${label}`}
														icon={Trash2}
														size="small"
													/>
												</span>
											)}
										</li>
									);
								})}
							</ol>
						</Card>
					</li>
				))}
			</ol>
		</section>
	);
};
