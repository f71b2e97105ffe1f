/** Sent when a connection starts, so that neither a role nor a database can choose another form of dates. */
export const sessionSettings = {
  options: '-c timezone=UTC -c datestyle=ISO,YMD -c client_min_messages=warning',
};
