import { TriangleAlert } from "lucide-react";
import { formatCount } from "#app/format/numbers";
import { writeDragged } from "#app/routes/form-designs/dragged";
import type { EditorData } from "#app/routes/form-designs/editor";
import { MoveButtons } from "#app/routes/form-designs/move-buttons";
import { Badge } from "#app/ui/badge";
import { classNames } from "#app/ui/class-names";
import { dragSlot } from "#app/ui/drag/drag-slot";
import { Link } from "#app/ui/link";

interface SectionListProps {
	sections: EditorData["sections"];
	openId: string | undefined;
	here: string;
	mayEdit: boolean;
}

/** The sections of a form in order; one of them is open. */
export const SectionList = ({ sections, openId, here, mayEdit }: SectionListProps) => {
	if (sections.length === 0) return <p className="text-text-2">No sections yet. A form begins with one.</p>;
	return (
		<ol className="grid grid-cols-1 gap-1">
			{sections.map(({ id, title, fields, problems, refereeSectionType }, index) => (
				<li
					key={id}
					className={classNames(
						"flex items-start gap-1 rounded-md border px-2.5 py-1.5",
						id === openId ? "border-accent bg-accent-soft" : "border-line bg-panel",
					)}
				>
					{mayEdit && (
						<span className="empty:hidden" title={`section ${title}`} {...{ [dragSlot]: writeDragged(id) }} />
					)}
					<Link
						// why the anchor: on a narrow screen the fields are below the sections.
						to={`${here}?section=${encodeURIComponent(id)}#open-section`}
						aria-current={id === openId ? "true" : undefined}
						className="min-w-0 flex-1 rounded-sm py-0.5 wrap-anywhere"
					>
						<span className="font-medium">
							{index + 1}. {title}
						</span>
						<span className="block text-sm text-text-2">
							{formatCount(fields, "field")}
							{refereeSectionType !== undefined && " · referee"}
						</span>
						{problems > 0 && (
							<Badge colour="amber" icon={TriangleAlert}>
								{formatCount(problems, "problem")}
							</Badge>
						)}
					</Link>
					{mayEdit && (
						<MoveButtons
							what="move-section"
							of={id}
							name={`section ${title}`}
							isFirst={index === 0}
							isLast={index === sections.length - 1}
						/>
					)}
				</li>
			))}
		</ol>
	);
};
