import { Copy, Eye, FileDown, History, Layers, Rocket, Settings2, Trash2 } from "lucide-react";
import type { EditorData } from "#app/routes/form-designs/editor";
import { useShell } from "#app/shell/shell-context";
import { LinkButton } from "#app/ui/button";

interface EditorActionsProps {
	data: Pick<EditorData, "design" | "mayEdit" | "mayCreate" | "mayDelete">;
	/** The address of the form. */
	here: string;
}

/** What can be done with the whole form. */
export const EditorActions = ({ data, here }: EditorActionsProps) => {
	const { orgName } = useShell();
	const { design, mayEdit } = data;
	return (
		<>
			<LinkButton to={`${here}/preview`} icon={Eye}>
				Preview
			</LinkButton>
			<LinkButton to={`${here}/versions`} icon={Layers} preventScrollReset>
				Versions
			</LinkButton>
			{mayEdit && (
				<LinkButton to={`${here}/settings`} icon={Settings2} preventScrollReset>
					Title and use
				</LinkButton>
			)}
			<LinkButton to={`${here}/history`} icon={History} preventScrollReset>
				History
			</LinkButton>
			<LinkButton to={`${here}/export`} icon={FileDown} reloadDocument>
				Export
			</LinkButton>
			{data.mayCreate && (
				<LinkButton to={`/${orgName}/forms/new?beginning=copy-${design.id}`} icon={Copy}>
					Copy
				</LinkButton>
			)}
			{data.mayDelete && (
				<LinkButton to={`${here}/delete`} icon={Trash2} preventScrollReset>
					Delete
				</LinkButton>
			)}
			{mayEdit && (
				<LinkButton to={`${here}/publish`} icon={Rocket} variant="primary" preventScrollReset>
					Publish
				</LinkButton>
			)}
		</>
	);
};
