/** No dialog lies over the page. why: a page that dialogs lie over needs a child for its own address. */
const NoDialog = () => null;
export default NoDialog;
