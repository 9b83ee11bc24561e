import { Badge } from "#app/ui/badge";
import type { Design } from "#worker/services/form-designs/contract";

/** Whether applicants can fill in a form, and whether somebody changes it. */
export const DesignStatus = ({ design }: { design: Pick<Design, "status" | "publishedVersion" | "hasDraft"> }) => (
	<span className="flex flex-wrap gap-1.5">
		{design.status === "published" && <Badge colour="green">Published, version {design.publishedVersion}</Badge>}
		{design.hasDraft && <Badge colour="amber">Draft</Badge>}
	</span>
);
