import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Meanwhile } from "#app/records/meanwhile";
import { shownValue } from "#app/records/record-field";
import { SavedMeanwhile } from "#app/records/saved-meanwhile";
import type { RecordField } from "#app/records/screen";
import { settingValues } from "#app/routes/organisation/setting-parts";
import { useShell } from "#app/shell/shell-context";
import { Button, LinkButton } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import type { Organisation } from "#worker/services/organisation/contract";

export const settingsForm = "settings";

interface SettingsDialogProps {
	title: string;
	width?: number;
	/** Beside the button that saves. */
	actions?: ReactNode;
	children: ReactNode;
}

/** A dialog over System Settings with a form of some of them. */
export const SettingsDialog = ({ title, width = 520, actions, children }: SettingsDialogProps) => {
	const { orgName } = useShell();
	const { formData } = useNavigation();
	const isAwaiting = useIsAwaiting();
	return (
		<Dialog
			title={title}
			width={width}
			closeTo={`/${orgName}/configurations`}
			footer={
				<>
					{actions}
					<LinkButton to={`/${orgName}/configurations`} replace preventScrollReset>
						Cancel
					</LinkButton>
					<Button
						form={settingsForm}
						variant="primary"
						pending={isAwaiting && formData?.has("version") && !formData.has("__intent__") && !formData.has("remove")}
					>
						Save
					</Button>
				</>
			}
		>
			{children}
		</Dialog>
	);
};

interface SeenSettingsProps {
	version: number;
	meanwhile: Meanwhile<Organisation> | null;
	fields: readonly RecordField[];
}

/** Sends the version of the settings that a form was opened with, and shows what somebody else saved of its fields. */
export const SeenSettings = ({ version, meanwhile, fields }: SeenSettingsProps) => {
	const { timeZone } = useShell().organisation;
	const values: Record<string, unknown> | null = meanwhile && settingValues(meanwhile.current);
	return (
		<SavedMeanwhile
			version={version}
			meanwhile={
				meanwhile &&
				values && {
					version: meanwhile.version,
					values: fields.map((field) => [
						field.label,
						shownValue(field, values[field.name], { choices: [], timeZone }),
					]),
				}
			}
		/>
	);
};
